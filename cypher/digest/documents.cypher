// The documents of one primary knowledge source or of one load, their sentences, and their mentions with the ids that they
// name. Parameters: source, load (one of them null).
MATCH (d:Document)
WHERE d.primary_knowledge_source = $source OR any(entry IN [d.record_hash] + coalesce(d.shared_with, []) WHERE entry STARTS WITH $load + '.')
CALL (d) {
  RETURN d AS n, null AS named
UNION ALL
  MATCH (d)-[:HAS_SENTENCE]->(s)
  RETURN s AS n, null AS named
UNION ALL
  MATCH (d)-[:HAS_SENTENCE]->()<-[:IN_SENTENCE]-(m)
  OPTIONAL MATCH (m)-[e:DENOTES]->(thing)
  RETURN m AS n, coalesce(e.local_id, thing.id) AS named
}
RETURN labels(n) AS labels, properties(n) AS properties, named
