// Which loads have documents or edges of another source than one. Parameters: ids, source.
UNWIND $ids AS id
WITH id
WHERE EXISTS { MATCH (d:Document)
  WHERE d.primary_knowledge_source <> $source
    AND any(entry IN [d.record_hash] + coalesce(d.shared_with, []) WHERE entry STARTS WITH id + '.') }
  OR EXISTS { MATCH ()-[e]->()
    WHERE e.primary_knowledge_source <> $source AND any(entry IN e.record_hash WHERE entry STARTS WITH id + '.') }
RETURN id
