// Purpose: the documents that a load wrote, and those of the given ids, which it found unchanged.
// Parameters: ids (list), load (id), limit.
MATCH (document:Document)
WHERE document.id IN $ids OR any(entry IN [document.record_hash] + coalesce(document.shared_with, []) WHERE entry STARTS WITH $load + '.')
RETURN document.id AS id
ORDER BY id LIMIT $limit
