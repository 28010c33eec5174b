// Release the lease if a home holds it; another's lease is not even locked. Parameters: holder, lock.
MATCH (l:Lease {id: 'write'})
WHERE l.holder = $holder AND l.lock = $lock
SET l.locked = true
WITH l WHERE l.holder = $holder AND l.lock = $lock
REMOVE l.holder, l.purpose, l.process, l.lock, l.renewed, l.seconds
