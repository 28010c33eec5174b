// Edges of an entity that their source stated of another id. Parameters: rows (id, held: by which entity).
UNWIND $rows AS row
MATCH (:`biolink:NamedThing` {id: row.held})-[e]-()
WHERE e.original_subject = row.id OR e.original_object = row.id
WITH DISTINCT e, row
RETURN row.id AS id, row.held AS held, elementId(e) AS element, type(e) AS type, properties(e) AS properties,
  startNode(e).id AS subject, endNode(e).id AS object
