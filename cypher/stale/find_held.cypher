// Entities whose records are all stale, and that only names of texts and claims that were grounded to them hold. Parameters:
// earlier (prefix of the load's entries), current (of those of its present state), named (prefix of entries that documents made),
// minted (prefix of minted ids).
MATCH (n:`biolink:NamedThing`)
WHERE any(entry IN n.record_hash WHERE entry STARTS WITH $earlier AND NOT entry STARTS WITH $current)
  AND all(entry IN n.record_hash
    WHERE entry STARTS WITH $named OR entry STARTS WITH $earlier AND NOT entry STARTS WITH $current)
  AND EXISTS {
    MATCH (n)-[e]-()
    WHERE type(e) = 'DENOTES' OR startNode(e) = n AND e.subject_local_id IS NOT NULL
      OR endNode(e) = n AND e.object_local_id IS NOT NULL
  }
  AND NOT EXISTS {
    MATCH (n)-[e]-()
    WHERE CASE WHEN type(e) = 'DENOTES'
      THEN e.local_id = n.id OR NOT coalesce(e.local_id, '') STARTS WITH $minted
      ELSE e.support IS NULL
        AND CASE WHEN startNode(e) = n THEN e.subject_local_id ELSE e.object_local_id END IS NULL END
  }
RETURN n.id AS id
