// Loads of other owners that wrote lately. Parameters: owner, seconds.
MATCH (l:Load)
WHERE l.status = 'running' AND l.owner <> $owner AND l.updated > datetime() - duration({seconds: $seconds})
RETURN l.source AS source, l.owner AS owner
