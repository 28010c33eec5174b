// Ids that edges were stated of and that now have another canonical entity. Parameters: rows (id, canonical).
UNWIND $rows AS row
MATCH (n:`biolink:NamedThing` {id: row.canonical})
WHERE EXISTS { MATCH (n)-[e]-() WHERE e.original_subject = row.id OR e.original_object = row.id }
RETURN row.id AS id
