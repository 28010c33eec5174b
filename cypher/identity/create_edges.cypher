// Create edges at their new ends. Parameters: rows (subject, object: ids; properties). Identifiers: type.
UNWIND $rows AS row
MATCH (s:`biolink:NamedThing` {id: row.subject})
MATCH (o:`biolink:NamedThing` {id: row.object})
CREATE (s)-[e:$$type$$]->(o)
SET e = row.properties
