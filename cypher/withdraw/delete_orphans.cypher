// Delete entities that no edge holds any more and that nothing else describes: documents alone made them, or loads that were
// withdrawn. Parameters: ids.
CALL () {
  MATCH (l:Load) WHERE NOT (l.status = 'withdrawn' AND coalesce(l.stale, false))
  RETURN collect(l.id) AS standing
}
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
WHERE n.record_hash IS NOT NULL AND NOT (n)--()
  AND none(entry IN n.record_hash WHERE split(entry, '.')[0] IN standing)
WITH collect(n) AS gone
FOREACH (n IN gone | DELETE n)
RETURN size(gone) AS entities
