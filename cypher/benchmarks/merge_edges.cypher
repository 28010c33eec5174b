// Purpose: merge edges of one type by their ids. Parameters: rows (subject, object, properties). Identifiers: type.
UNWIND $rows AS row
MATCH (s:`biolink:NamedThing` {id: row.subject})
MATCH (o:`biolink:NamedThing` {id: row.object})
MERGE (s)-[e:$$type$$ {id: row.properties.id}]->(o)
SET e += row.properties
