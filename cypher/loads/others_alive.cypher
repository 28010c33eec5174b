// Running loads of other owners with a recent commit. Parameters: owner, seconds.
MATCH (l:Load)
WHERE l.status = 'running' AND l.owner <> $owner AND l.updated > datetime() - duration({seconds: $seconds})
RETURN l.source AS source, l.owner AS owner
