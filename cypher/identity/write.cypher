// Write identity decisions; a null removes a property. Parameters: rows (id, properties).
UNWIND $rows AS row
MERGE (i:Identity {id: row.id})
SET i += row.properties
