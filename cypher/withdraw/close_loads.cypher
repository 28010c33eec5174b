// Set loads of which a part was withdrawn: the next load of their source starts anew. Parameters: ids.
MATCH (l:Load) WHERE l.id IN $ids
SET l.status = 'withdrawn'
REMOVE l.withdrawing
