// Purpose: one node of any kind by its id; a merged id gives its canonical entity.
// Parameters: id.
CALL () {
  MATCH (node:`biolink:NamedThing` {id: $id}) RETURN node, 0 AS place
  UNION
  MATCH (node:Document {id: $id}) RETURN node, 1 AS place
  UNION
  MATCH (node:Sentence {id: $id}) RETURN node, 1 AS place
  UNION
  MATCH (node:Mention {id: $id}) RETURN node, 1 AS place
  UNION
  MATCH (same:Identity {id: $id}) MATCH (node:`biolink:NamedThing` {id: same.canonical}) RETURN node, 2 AS place
}
WITH node ORDER BY place LIMIT 1
RETURN node {.*, embedding: null, source_file: null, name: coalesce(node.name, node.text, node.title),
  native_type: coalesce(node.native_type, CASE WHEN node:Document THEN 'document' WHEN node:Sentence THEN 'sentence' END)}
  AS node
