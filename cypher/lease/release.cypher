// Release the lease if it is still that of an epoch. Parameters: epoch.
MATCH (l:Lease {id: 'write'})
SET l.locked = true
WITH l WHERE l.epoch = $epoch
REMOVE l.holder, l.purpose, l.lock, l.renewed, l.seconds
