// Count the edges of a source, or those that only a load states. Parameters: source, load (prefix of its entries); one of
// them null.
MATCH ()-[e]->()
WHERE e.primary_knowledge_source = $source OR all(entry IN e.record_hash WHERE entry STARTS WITH $load)
RETURN count(e) AS edges
