// Entities without any edge that only these loads brought, in transactions of their own. Parameters: loads.
MATCH (n:`biolink:NamedThing`)
WHERE NOT (n)--() AND all(record IN coalesce(n.record_hash, ['']) WHERE split(record, '.')[0] IN $loads)
CALL (n) { DELETE n } IN TRANSACTIONS OF 10000 ROWS
RETURN count(*) AS entities
