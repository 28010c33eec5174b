// Let all that stood for one entity stand for another. Parameters: rows (before, now: ids).
UNWIND $rows AS row
MATCH (i:Identity {canonical: row.before}) WHERE i.id <> row.now
SET i.canonical = row.now
