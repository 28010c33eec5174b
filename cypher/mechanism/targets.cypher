// Purpose: what sources say of drugs and the genes that they act on, with the whole edges.
// Edges of the sources in `without` are left out, and edges that rest on nothing but them. Changes of
// expression (LINCS) are no targets and are left out too.
// Parameters: drugs (ids), without (sources), labels (how their names begin in lower case, as `sources` of an edge has them).
MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN $drugs
MATCH (drug)-[edge:`biolink:has_substrate`|`biolink:affects`|`biolink:interacts_with`|`biolink:physically_interacts_with`|`biolink:directly_physically_interacts_with`]-(gene:`biolink:GeneOrGeneProduct`)
WHERE gene.name IS NOT NULL AND NOT coalesce(edge.negated, false)
  AND NOT coalesce(edge.object_aspect_qualifier, '') = 'expression'
  AND NOT edge.primary_knowledge_source IN $without
  AND (size(coalesce(edge.sources, [])) = 0
    OR any(source IN edge.sources WHERE none(label IN $labels WHERE toLower(source) STARTS WITH label)))
RETURN drug.id AS drug, drug.name AS name, gene.id AS gene, type(edge) AS type,
  startNode(edge).id AS start, endNode(edge).id AS end, properties(edge) AS edge
ORDER BY drug, gene, edge.id
