// Purpose: the documents that a load wrote, and those of the given ids, which it found unchanged.
// Parameters: ids (list), load (id), limit.
MATCH (document:Document)
WHERE document.id IN $ids OR document.record_hash STARTS WITH $load + '.'
RETURN document.id AS id
ORDER BY id LIMIT $limit
