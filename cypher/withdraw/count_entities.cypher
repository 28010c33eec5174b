// Count the entities that only some loads describe and that no edge holds which stays. Parameters: loads (ids), source, load
// (prefix of its entries); one of the latter null.
MATCH (n:`biolink:NamedThing`)
WHERE all(entry IN coalesce(n.record_hash, ['']) WHERE split(entry, '.')[0] IN $loads)
  AND NOT EXISTS {
    MATCH (n)-[e]-(:`biolink:NamedThing`)
    WHERE NOT coalesce(e.primary_knowledge_source = $source, false)
      AND NOT coalesce(all(entry IN e.record_hash WHERE entry STARTS WITH $load), false)
  }
RETURN count(n) AS entities
