// Delete documents with their sentences, their mentions and all edges of these. Parameters: ids.
UNWIND $ids AS id
MATCH (d:Document {id: id})
CALL (d) {
  OPTIONAL MATCH (d)-[:HAS_SENTENCE]->(s)
  RETURN collect(s) AS sentences
}
CALL (sentences) {
  UNWIND sentences AS s
  MATCH (s)<-[:IN_SENTENCE]-(m)
  RETURN collect(m) AS mentions
}
CALL (mentions) {
  UNWIND mentions AS m
  MATCH (m)-[e]-() WHERE e.id IS NOT NULL
  RETURN count(DISTINCT e) AS edges
}
WITH d, sentences, mentions, edges, size(sentences) AS sentence_count, size(mentions) AS mention_count
FOREACH (n IN mentions + sentences + [d] | DETACH DELETE n)
RETURN count(*) AS documents, sum(sentence_count) AS sentences, sum(mention_count) AS mentions, sum(edges) AS edges
