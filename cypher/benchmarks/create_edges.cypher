// Purpose: create edges of one type that are known to be missing. Parameters: rows (subject, object, properties).
// Identifiers: type.
UNWIND $rows AS row
MATCH (s:`biolink:NamedThing` {id: row.subject})
MATCH (o:`biolink:NamedThing` {id: row.object})
CREATE (s)-[e:$$type$$]->(o)
SET e = row.properties
