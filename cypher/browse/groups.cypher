// Purpose: what stands around an entity or a mention in groups: one group a relation with its qualifiers, direction and
// kind of the other end, with the number of its edges and the first of them, those with most evidence first. Edges of an
// entity's mentions count as its own; at the other end a mention names the entity that it denotes.
// Parameters: id (of an entity or a mention), ids (of the entities that count as this one), first (edges of each group), kind (the key of one group, null for all),
// skip (edges of each group that are passed over).
CALL () {
  UNWIND $ids AS id MATCH (center:`biolink:NamedThing` {id: id}) RETURN center
  UNION
  MATCH (center:Mention {id: $id}) RETURN center
}
CALL (center) {
  MATCH (center)-[edge]-(other:`biolink:NamedThing`|Mention)
  WHERE type(edge) STARTS WITH 'biolink:'
  RETURN edge, other, startNode(edge) = center AS outgoing
  UNION ALL
  MATCH (center)<-[:DENOTES]-(mention:Mention)-[edge]-(other:Mention)
  WHERE type(edge) STARTS WITH 'biolink:'
  RETURN edge, other, startNode(edge) = mention AS outgoing
}
WITH edge, other, outgoing,
  [type(edge), CASE WHEN outgoing THEN 'out' ELSE 'in' END, CASE WHEN edge.negated THEN 'not' ELSE '' END,
    CASE WHEN edge.sentence_id IS NULL THEN '' ELSE coalesce(edge.original_predicate, '') END,
    coalesce(edge.qualified_predicate, ''), coalesce(edge.object_direction_qualifier, ''),
    coalesce(edge.object_aspect_qualifier, ''),
    CASE WHEN other:Mention THEN coalesce(other.native_type, '') ELSE coalesce(head(other.category), '') END] AS kind,
  size(coalesce(edge.sentence_ids, [])) + size(coalesce(edge.publications, [])) AS evidence
WHERE $kind IS NULL OR kind = $kind
WITH * ORDER BY evidence DESC, toLower(other.name), edge.id
WITH kind, count(*) AS total, collect([edge, other, outgoing])[$skip..$skip + $first] AS rows
WITH * ORDER BY kind[3] <> '', total DESC, kind
RETURN kind, total, COLLECT {
  UNWIND rows AS row
  WITH row[0] AS edge, row[1] AS other, row[2] AS outgoing
  RETURN {
    type: type(edge), edge: properties(edge),
    start: CASE WHEN outgoing THEN $id ELSE other.id END, end: CASE WHEN outgoing THEN other.id ELSE $id END,
    other: other {.*, embedding: null, source_file: null,
      entity: CASE WHEN other:Mention THEN head([(other)-[:DENOTES]->(denoted:`biolink:NamedThing`) | denoted.id]) END}
  }
} AS edges
