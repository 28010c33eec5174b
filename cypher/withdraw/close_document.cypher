// Set the loads of a document that was withdrawn, and note its id: the next load of their source starts anew and says what came back. Parameters: ids, document.
MATCH (l:Load) WHERE l.id IN $ids
SET l.status = 'withdrawn', l.withdrawn = coalesce(l.withdrawn, []) + [$document]
REMOVE l.withdrawing
