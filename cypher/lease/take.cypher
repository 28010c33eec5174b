// Take the locked lease: the next epoch begins; no epoch comes twice, even in an emptied graph. Parameters: properties (holder, purpose, lock, seconds).
MATCH (l:Lease {id: 'write'})
SET l += $properties, l.epoch = l.epoch + 1, l.taken = datetime.realtime(), l.renewed = datetime.realtime()
RETURN l.epoch AS epoch
