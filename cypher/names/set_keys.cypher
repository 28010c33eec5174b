// Purpose: give entities the keys of their names. Parameters: rows (id, keys).
UNWIND $rows AS row
MATCH (n:`biolink:NamedThing` {id: row.id})
SET n.name_keys = row.keys
