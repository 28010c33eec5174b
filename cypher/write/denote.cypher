// Create the DENOTES edges of mentions. Parameters: rows (mention, entity: ids; properties: method, score, local_id).
UNWIND $rows AS row
MATCH (m:Mention {id: row.mention})
MATCH (n:`biolink:NamedThing` {id: row.entity})
CREATE (m)-[d:DENOTES]->(n)
SET d = row.properties
RETURN count(*) AS created
