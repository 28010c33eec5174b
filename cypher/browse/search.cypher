// Purpose: entities by id, cross reference, name or synonym: ids and whole names first, then by score.
// Parameters: id (as it was typed), xref and name (Lucene texts: the id, the normal form, in quotes), words (Lucene text
// for names and synonyms), candidates (so many of each index are ranked), limit.
CALL () {
  MATCH (node:`biolink:NamedThing` {id: $id}) RETURN node, 0 AS place, 0.0 AS score
  UNION ALL
  MATCH (same:Identity {id: $id}) MATCH (node:`biolink:NamedThing` {id: same.canonical}) RETURN node, 0 AS place, 0.0 AS score
  UNION ALL
  CALL db.index.fulltext.queryNodes('entity_xrefs', $xref, {limit: $candidates}) YIELD node RETURN node, 1 AS place, 0.0 AS score
  UNION ALL
  CALL db.index.fulltext.queryNodes('entity_normalised', $name, {limit: $candidates}) YIELD node RETURN node, 1 AS place, 0.0 AS score
  UNION ALL
  CALL db.index.fulltext.queryNodes('entity_names', $words, {limit: $candidates}) YIELD node, score RETURN node, 2 AS place, score
}
WITH node, min(place) AS place, max(score) AS score
WITH node, place, score, COUNT { (node)--() } AS connections
ORDER BY place, score DESC, connections DESC, node.id
LIMIT $limit
RETURN node.id AS id, coalesce(node.name, node.id) AS name, node.category AS category, coalesce(node.synonym, []) AS synonyms,
  connections
ORDER BY place, score DESC, connections DESC, id
