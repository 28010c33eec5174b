// Purpose: the keys of one memory nearest to a vector, best first, with their examples.
// Parameters: index, k, vector. The index gives (1 + cosine) / 2.
CALL db.index.vector.queryNodes($index, $k, $vector) YIELD node, score
MATCH (node)-[:FROM_EXAMPLE]->(e:MemoryExample)
RETURN node.text AS text, node.label AS label, node.number AS number, 2 * score - 1 AS cosine,
  e {.*, embedding: null} AS example
ORDER BY score DESC, number
