// Entities that only these loads brought and that nothing holds but names of texts that were grounded to them.
// Parameters: loads, minted (how ids begin that were minted here).
MATCH (n:`biolink:NamedThing`)<-[:DENOTES]-()
WITH DISTINCT n
WHERE all(record IN coalesce(n.record_hash, ['']) WHERE split(record, '.')[0] IN $loads)
  AND NOT EXISTS {
    MATCH (n)-[e]-()
    WHERE type(e) <> 'DENOTES' OR e.local_id = n.id OR NOT coalesce(e.local_id, '') STARTS WITH $minted
  }
RETURN n.id AS id
