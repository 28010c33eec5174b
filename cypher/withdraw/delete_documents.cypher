// Documents with their sentences, their mentions and all edges of these. Parameters: ids.
UNWIND $ids AS id
MATCH (d:Document {id: id})
OPTIONAL MATCH (d)-[:HAS_SENTENCE]->(s)
OPTIONAL MATCH (s)<-[:IN_SENTENCE]-(m)
WITH collect(DISTINCT d) AS documents, collect(DISTINCT s) AS sentences, collect(DISTINCT m) AS mentions
CALL (mentions) {
  UNWIND mentions AS m
  OPTIONAL MATCH (m)-[e]-() WHERE e.subject IS NOT NULL
  RETURN count(DISTINCT e) AS edges
}
FOREACH (n IN mentions + sentences + documents | DETACH DELETE n)
RETURN size(documents) AS documents, size(sentences) AS sentences, size(mentions) AS mentions, edges
