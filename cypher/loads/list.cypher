// All loads, newest first. One that runs without the write lease has been killed: it is shown as stopped. No parameters.
MATCH (l:Load)
OPTIONAL MATCH (w:Lease {id: 'write'})
WITH l, coalesce(w.holder IS NOT NULL AND w.renewed + duration({seconds: coalesce(w.seconds, 0)}) > datetime.realtime(), false) AS leased
RETURN CASE WHEN l.status = 'running' AND NOT leased
    THEN l {.*, status: 'stopped', reason: 'its process ended without a word; run the same command again'}
    ELSE properties(l) END AS load
ORDER BY l.updated DESC, l.id
