// Restate unchanged documents in the present state of their source. Parameters: rows (id, record_hash).
UNWIND $rows AS row
MATCH (d:Document {id: row.id})
SET d.record_hash = row.record_hash
