// Restate unchanged entities in the present state of their source. Parameters: rows (id, record_hash).
UNWIND $rows AS row
MATCH (n:`biolink:NamedThing` {id: row.id})
SET n.record_hash = row.record_hash
