// Purpose: set the name keys of entities. Parameters: rows (id, keys).
UNWIND $rows AS row
MATCH (n:`biolink:NamedThing` {id: row.id})
SET n.name_keys = row.keys
