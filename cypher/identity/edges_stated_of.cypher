// Edges of an entity that their source, or a supporting sentence, stated of another id.
// Parameters: rows (id; held: the id of the entity).
UNWIND $rows AS row
MATCH (:`biolink:NamedThing` {id: row.held})-[e]-()
WHERE e.original_subject = row.id OR e.original_object = row.id
  OR e.subject_local_id = row.id OR e.object_local_id = row.id
  OR any(entry IN coalesce(e.support, []) WHERE entry CONTAINS '"id":"' + row.id + '"')
WITH DISTINCT e, row
RETURN row.id AS id, row.held AS held, elementId(e) AS element, type(e) AS type, properties(e) AS properties,
  startNode(e).id AS subject, endNode(e).id AS object
