// Purpose: the documents that a load brought or found unchanged: those of these ids, and those that it wrote.
// Parameters: ids (list), load (id), limit.
MATCH (document:Document)
WHERE document.id IN $ids OR document.record_hash STARTS WITH $load + '.'
RETURN document.id AS id
ORDER BY id LIMIT $limit
