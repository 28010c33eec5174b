// Entities that only some loads describe, or that only edges keep which go, and that no edge holds which stays. Parameters:
// loads (ids), source, load (prefix of its entries); one of the latter null.
CALL () {
  MATCH (l:Load) WHERE NOT l.id IN $loads AND NOT (l.status = 'withdrawn' AND coalesce(l.stale, false))
  RETURN collect(l.id) AS standing
}
MATCH (n:`biolink:NamedThing`)
WHERE none(entry IN n.record_hash WHERE split(entry, '.')[0] IN standing)
  AND (any(entry IN n.record_hash WHERE split(entry, '.')[0] IN $loads)
    OR EXISTS { (n)--(:`biolink:NamedThing`) } AND NOT EXISTS { (n)<-[:DENOTES]-() })
  AND NOT EXISTS {
    MATCH (n)-[e]-(:`biolink:NamedThing`)
    WHERE NOT coalesce(e.primary_knowledge_source = $source, false)
      AND NOT coalesce(all(entry IN e.record_hash WHERE entry STARTS WITH $load), false)
  }
RETURN n.id AS id
