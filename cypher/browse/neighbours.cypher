// Purpose: one page of the relationships of a node with their other ends: claims first, then relations of texts.
// Parameters: id, after (key of the last relationship of the page before, null for the first page), limit.
CALL () {
  MATCH (center:`biolink:NamedThing` {id: $id}) RETURN center
  UNION
  MATCH (center:Document {id: $id}) RETURN center
  UNION
  MATCH (center:Sentence {id: $id}) RETURN center
  UNION
  MATCH (center:Mention {id: $id}) RETURN center
}
MATCH (center)-[edge]-(other:`biolink:NamedThing`|Document|Sentence|Mention)
WITH center, edge, other, [CASE WHEN type(edge) STARTS WITH 'biolink:' THEN '0' ELSE '1' END, type(edge), other.id,
  coalesce(edge.id, ''), CASE WHEN startNode(edge) = center THEN '0' ELSE '1' END] AS key
WHERE $after IS NULL OR key > $after
WITH * ORDER BY key LIMIT $limit
RETURN key, type(edge) AS type, startNode(edge).id AS start, endNode(edge).id AS end, properties(edge) AS edge,
  other {.*, embedding: null, source_file: null, name: coalesce(other.name, other.text, other.title),
  native_type: coalesce(other.native_type, CASE WHEN other:Document THEN 'document' WHEN other:Sentence THEN 'sentence' END)}
  AS other
ORDER BY key
