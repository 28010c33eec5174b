// Lock the lease until the transaction ends and renew it; no row if its epoch is over. Parameters: epoch.
MATCH (l:Lease {id: 'write'})
SET l.locked = true
WITH l WHERE l.epoch = $epoch AND l.holder IS NOT NULL
SET l.renewed = datetime.realtime()
RETURN l.epoch AS epoch
