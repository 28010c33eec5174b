// Entities by what people call them: by id, also one that was united with another; else by cross reference, name or
// synonym; else by the key of a name. With each those that are its cross references, or it is one of theirs: two sources
// that were not united may describe one thing.
// Parameters: id, xref, name, keys (Lucene texts: the id, the normal form, the keys, in quotes).
CALL () {
  MATCH (n:`biolink:NamedThing` {id: $id}) RETURN n, 0 AS place
  UNION ALL
  MATCH (same:Identity {id: $id}) MATCH (n:`biolink:NamedThing` {id: same.canonical}) RETURN n, 0 AS place
  UNION ALL
  CALL db.index.fulltext.queryNodes('entity_xrefs', $xref) YIELD node RETURN node AS n, 1 AS place
  UNION ALL
  CALL db.index.fulltext.queryNodes('entity_normalised', $name) YIELD node RETURN node AS n, 1 AS place
  UNION ALL
  CALL db.index.fulltext.queryNodes('entity_name_keys', $keys) YIELD node RETURN node AS n, 2 AS place
}
WITH place, collect(DISTINCT n) AS found
ORDER BY place LIMIT 1
UNWIND found AS one
CALL (one) {
  RETURN one AS n
  UNION
  UNWIND coalesce(one.xref, []) AS id
  MATCH (n:`biolink:NamedThing` {id: id}) RETURN n
  UNION
  CALL db.index.fulltext.queryNodes('entity_xrefs', '"' + replace(replace(one.id, '\\', ''), '"', '') + '"') YIELD node AS n RETURN n
}
WITH DISTINCT n
RETURN n.id AS id, coalesce(n.name, n.id) AS name, labels(n) AS labels
ORDER BY id
