// Purpose: the entities with these ids, or with these ids as cross references or equivalent identifiers.
// Parameters: ids, query (Lucene text: the ids, each in quotes).
CALL () {
  MATCH (n:`biolink:NamedThing`) WHERE n.id IN $ids
  RETURN n
  UNION
  CALL db.index.fulltext.queryNodes('entity_xrefs', $query) YIELD node AS n
  RETURN n
}
RETURN DISTINCT n.id AS id, n.name AS name, coalesce(n.xref, []) + coalesce(n.equivalent_identifiers, []) AS cited
ORDER BY id
