// Redirect all mentions of one entity to another. Parameters: rows (before, now: ids).
UNWIND $rows AS row
MATCH (now:`biolink:NamedThing` {id: row.now})
MATCH (m:Mention)-[old:DENOTES]->(:`biolink:NamedThing` {id: row.before})
CREATE (m)-[d:DENOTES]->(now)
SET d = properties(old), d.local_id = coalesce(old.local_id, row.before)
DELETE old
RETURN count(*) AS mentions
