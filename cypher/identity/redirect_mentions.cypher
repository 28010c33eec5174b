// Redirect mentions of local ids to another entity. Parameters: rows (id: the local one, target, properties).
UNWIND $rows AS row
MATCH (n:`biolink:NamedThing` {id: row.target})
MATCH (m:Mention)-[before:DENOTES {local_id: row.id}]->()
CREATE (m)-[d:DENOTES]->(n)
SET d = row.properties
DELETE before
RETURN count(*) AS mentions
