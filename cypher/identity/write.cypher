// Decisions on ids; a null takes a value out. Parameters: rows (id, properties).
UNWIND $rows AS row
MERGE (i:Identity {id: row.id})
SET i += row.properties
