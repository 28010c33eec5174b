// Entities with records of a load that the present state of its source does not hold.
// Parameters: earlier (prefix of the load's entries), current (prefix of those of the present state).
MATCH (n:`biolink:NamedThing`)
WHERE any(entry IN n.record_hash WHERE entry STARTS WITH $earlier AND NOT entry STARTS WITH $current)
RETURN elementId(n) AS element, n.id AS id, n.record_hash AS entries, [n.id] AS names
