// Count the documents of a source or of a load, with their sentences and mentions. Parameters: source, load (prefix of its
// entries); one of them null.
MATCH (d:Document)
WHERE CASE WHEN $load IS NULL THEN d.primary_knowledge_source = $source
  ELSE d.record_hash STARTS WITH $load AND d.shared_with IS NULL END
CALL (d) {
  MATCH (d)-[:HAS_SENTENCE]->(s)
  RETURN count(s) AS sentences, sum(COUNT { (s)<-[:IN_SENTENCE]-() }) AS mentions
}
RETURN count(d) AS documents, coalesce(sum(sentences), 0) AS sentences, coalesce(sum(mentions), 0) AS mentions
