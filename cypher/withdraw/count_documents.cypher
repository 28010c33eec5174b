// Count the documents of a source or of a load, with their sentences and mentions. Parameters: source, load (prefix of its
// entries); one of them null.
MATCH (d:Document)
WHERE d.primary_knowledge_source = $source OR (d.record_hash STARTS WITH $load AND d.shared_with IS NULL)
RETURN count(d) AS documents, coalesce(sum(COUNT { (d)-[:HAS_SENTENCE]->() }), 0) AS sentences,
  coalesce(sum(COUNT { (d)-[:HAS_SENTENCE]->()<-[:IN_SENTENCE]-() }), 0) AS mentions
