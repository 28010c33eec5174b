// Lock the write lease until the transaction ends, and read it: epoch, holder (null: nobody), its purpose and
// lock file, seconds until it may be taken from a holder that says nothing. No parameters.
MERGE (l:Lease {id: 'write'})
ON CREATE SET l.epoch = timestamp()
SET l.locked = true
WITH l
RETURN l.epoch AS epoch, l.holder AS holder, l.purpose AS purpose, l.lock AS lock,
  coalesce((l.renewed + duration({seconds: coalesce(l.seconds, 0)})).epochMillis - datetime.realtime().epochMillis, 0) / 1000.0 AS left
