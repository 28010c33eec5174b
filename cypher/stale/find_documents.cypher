// Documents that a load wrote and that the present state of its source does not hold.
// Parameters: earlier (prefix of the load's entries), current (prefix of those of the present state).
MATCH (d:Document)
WHERE d.record_hash STARTS WITH $earlier AND NOT d.record_hash STARTS WITH $current
RETURN [d.id, d.source_file] AS names
