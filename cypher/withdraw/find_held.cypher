// Entities that only these loads wrote and that only names of texts and claims that were grounded to them hold.
// Parameters: loads, minted (prefix of minted ids).
MATCH (n:`biolink:NamedThing`)
WHERE EXISTS {
    MATCH (n)-[e]-()
    WHERE type(e) = 'DENOTES' OR startNode(e) = n AND e.subject_local_id IS NOT NULL
      OR endNode(e) = n AND e.object_local_id IS NOT NULL
  }
  AND all(record IN coalesce(n.record_hash, ['']) WHERE split(record, '.')[0] IN $loads)
  AND NOT EXISTS {
    MATCH (n)-[e]-()
    WHERE CASE WHEN type(e) = 'DENOTES'
      THEN e.local_id = n.id OR NOT coalesce(e.local_id, '') STARTS WITH $minted
      ELSE e.support IS NULL
        AND CASE WHEN startNode(e) = n THEN e.subject_local_id ELSE e.object_local_id END IS NULL END
  }
RETURN n.id AS id
