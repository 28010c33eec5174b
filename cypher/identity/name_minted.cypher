// Give minted entities that no source describes the name that texts write. Parameters: rows (id, name).
UNWIND $rows AS row
MATCH (n:`biolink:NamedThing` {id: row.id})
WHERE all(entry IN coalesce(n.record_hash, []) WHERE entry STARTS WITH 'minted.')
SET n.name = row.name
