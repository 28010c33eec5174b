// Every edge with the ids of its ends, or those of one primary knowledge source, or those that records of one load state.
// Parameters: source, load (null for every one).
MATCH (s)-[e]->(o)
WHERE NOT s:Load AND NOT s:Migration AND NOT s:MemoryKey
  AND ($source IS NULL OR e.primary_knowledge_source = $source)
  AND ($load IS NULL OR any(entry IN e.record_hash WHERE entry STARTS WITH $load + '.'))
RETURN type(e) AS type, s.id AS subject, o.id AS object, properties(e) AS properties
