// The write lease: epoch, holder (null: nobody), its purpose and lock file, seconds until it may be taken from a
// holder that says nothing. No parameters.
MATCH (l:Lease {id: 'write'})
RETURN l.epoch AS epoch, l.holder AS holder, l.purpose AS purpose, l.lock AS lock,
  coalesce((l.renewed + duration({seconds: coalesce(l.seconds, 0)})).epochMillis - datetime.realtime().epochMillis, 0) / 1000.0 AS left
