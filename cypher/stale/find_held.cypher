// Entities whose records are all stale, and that only names grounded to them and claims of texts hold. Parameters: earlier
// (prefix of the load's entries), current (of those of its present state), named (prefix of entries that documents made),
// minted (prefix of minted ids).
MATCH (n:`biolink:NamedThing`)
WHERE any(entry IN n.record_hash WHERE entry STARTS WITH $earlier AND NOT entry STARTS WITH $current)
  AND all(entry IN n.record_hash
    WHERE entry STARTS WITH $named OR entry STARTS WITH $earlier AND NOT entry STARTS WITH $current)
  AND EXISTS { MATCH (n)<-[:DENOTES]-() }
  AND NOT EXISTS {
    MATCH (n)-[e]-()
    WHERE CASE WHEN type(e) = 'DENOTES'
      THEN e.local_id = n.id OR NOT coalesce(e.local_id, '') STARTS WITH $minted
      ELSE e.support IS NULL END
  }
RETURN n.id AS id
