// Entities without any edge that these loads wrote, and besides them no load that is still there. Parameters: loads.
CALL () {
  MATCH (l:Load) WHERE NOT l.id IN $loads AND NOT (l.status = 'withdrawn' AND coalesce(l.stale, false))
  RETURN collect(l.id) AS standing
}
MATCH (n:`biolink:NamedThing`)
WHERE NOT (n)--() AND any(entry IN n.record_hash WHERE split(entry, '.')[0] IN $loads)
  AND none(entry IN n.record_hash WHERE split(entry, '.')[0] IN standing)
RETURN elementId(n) AS element
