// What mentions name. Parameters: rows (mention, entity: ids; method).
UNWIND $rows AS row
MATCH (m:Mention {id: row.mention})
MATCH (n:`biolink:NamedThing` {id: row.entity})
CREATE (m)-[:DENOTES {method: row.method}]->(n)
RETURN count(*) AS created
