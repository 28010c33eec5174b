// Reset loads to their first record, so that an interrupted withdrawal is detected. Parameters: ids, source.
MATCH (l:Load) WHERE l.id IN $ids
SET l.status = 'withdrawing', l.position = 0, l.withdrawing = $source, l.fingerprint = ''
