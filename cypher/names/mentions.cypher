// Normal forms of mentions: the one asked for, or without a name those that begin alike and are used often enough.
// Parameters: name, start, least (mentions of a form), most (forms).
MATCH (m:Mention)
WHERE m.normalised STARTS WITH $start AND ($name IS NULL OR m.normalised = $name)
WITH m.normalised AS name, count(*) AS times
WHERE times >= $least
RETURN name LIMIT $most
