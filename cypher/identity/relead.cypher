// Redirect all ids of one canonical entity to another. Parameters: rows (before, now: ids).
UNWIND $rows AS row
MATCH (i:Identity {canonical: row.before}) WHERE i.id <> row.now
SET i.canonical = row.now
