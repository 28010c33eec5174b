// Purpose: the edges between some genes and the diseases that they are associated with.
// Parameters: genes, diseases (ids).
MATCH (disease:`biolink:NamedThing`) WHERE disease.id IN $diseases
MATCH (disease)-[edge:`biolink:gene_associated_with_condition`]-(gene:`biolink:NamedThing`)
WHERE gene.id IN $genes AND NOT coalesce(edge.negated, false)
RETURN gene.id AS gene, disease.id AS disease, disease.name AS name, type(edge) AS type,
  startNode(edge).id AS start, endNode(edge).id AS end, properties(edge) AS edge
ORDER BY gene, disease, edge.id
