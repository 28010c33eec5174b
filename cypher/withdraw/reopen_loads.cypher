// Send loads back to their first record, so that a broken-off withdrawal is seen. Parameters: ids, source.
MATCH (l:Load) WHERE l.id IN $ids
SET l.status = 'withdrawing', l.position = 0, l.withdrawing = $source
