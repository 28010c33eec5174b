// Entities without category or without the record that they were made of.
MATCH (n:`biolink:NamedThing`)
WHERE n.category IS NULL OR n.record_hash IS NULL
RETURN 'biolink:NamedThing' AS item, count(*) AS count, collect(n.id)[..3] AS examples
