// Entities without any edge that only these loads wrote. Parameters: loads.
MATCH (n:`biolink:NamedThing`)
WHERE NOT (n)--() AND all(record IN coalesce(n.record_hash, ['']) WHERE split(record, '.')[0] IN $loads)
RETURN elementId(n) AS element
