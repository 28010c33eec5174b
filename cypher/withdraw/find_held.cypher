// Entities that only these loads wrote and that only names grounded to them and claims of texts hold.
// Parameters: loads, minted (prefix of minted ids).
MATCH (n:`biolink:NamedThing`)
WHERE EXISTS { (n)<-[:DENOTES]-() }
  AND all(record IN coalesce(n.record_hash, ['']) WHERE split(record, '.')[0] IN $loads)
  AND NOT EXISTS {
    MATCH (n)-[e]-()
    WHERE CASE WHEN type(e) = 'DENOTES'
      THEN e.local_id = n.id OR NOT coalesce(e.local_id, '') STARTS WITH $minted
      ELSE e.support IS NULL END
  }
RETURN n.id AS id
