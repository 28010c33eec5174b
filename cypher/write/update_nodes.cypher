// Update entities whose record changed. Parameters: rows (id, properties, add and drop: labels).
UNWIND $rows AS row
MATCH (n:`biolink:NamedThing` {id: row.id})
REMOVE n:$(row.drop)
SET n:$(row.add), n = row.properties
