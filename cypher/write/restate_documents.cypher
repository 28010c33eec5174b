// Restate unchanged documents in the present state of their source. Parameters: rows (id, entries).
UNWIND $rows AS row
MATCH (d:Document {id: row.id})
SET d.record_hash = head(row.entries), d.shared_with = CASE WHEN size(row.entries) > 1 THEN tail(row.entries) END
