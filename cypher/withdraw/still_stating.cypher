// Which loads still have documents or edges. Parameters: ids.
UNWIND $ids AS id
WITH id
WHERE EXISTS { MATCH (d:Document) 
  WHERE any(entry IN [d.record_hash] + coalesce(d.shared_with, []) WHERE entry STARTS WITH id + '.') }
  OR EXISTS { MATCH ()-[e]->() WHERE any(entry IN e.record_hash WHERE entry STARTS WITH id + '.') }
RETURN id
