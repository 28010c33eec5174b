// Purpose: the genes that drugs have for targets, as tables of targets say.
// Parameters: drugs (ids), without (sources that are left out).
MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN $drugs
MATCH (drug)-[edge:`biolink:affects`|`biolink:interacts_with`|`biolink:physically_interacts_with`|`biolink:directly_physically_interacts_with`]-(gene:`biolink:GeneOrGeneProduct`)
WHERE 'target' IN edge.roles AND gene.name IS NOT NULL AND NOT coalesce(edge.negated, false)
  AND NOT edge.primary_knowledge_source IN $without
RETURN drug.id AS drug, collect(DISTINCT gene.id) AS genes
ORDER BY drug
