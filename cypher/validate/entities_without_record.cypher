// Entities without category or without record hash.
MATCH (n:`biolink:NamedThing`)
WHERE n.category IS NULL OR n.record_hash IS NULL
RETURN 'biolink:NamedThing' AS item, count(*) AS count, [min(n.id), max(n.id)] AS examples
