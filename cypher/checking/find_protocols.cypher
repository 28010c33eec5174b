// Purpose: protocols by a prefix of their id, with their count.
// Parameters: beginning (prefix, may be empty), limit.
MATCH (document:Document)
WHERE document.kind = 'protocol' AND document.id STARTS WITH $beginning
WITH document.id AS id ORDER BY id
WITH collect(id) AS ids
RETURN ids[..$limit] AS ids, size(ids) AS count
