// Documents with records of a load that the present state of its source does not hold. Parameters: earlier (prefix of the
// load's entries), current (prefix of those of the present state).
MATCH (d:Document)
WITH d, [d.record_hash] + coalesce(d.shared_with, []) AS entries
WHERE any(entry IN entries WHERE entry STARTS WITH $earlier AND NOT entry STARTS WITH $current)
RETURN elementId(d) AS element, d.id AS id, entries, [d.id, d.source_file] AS names
