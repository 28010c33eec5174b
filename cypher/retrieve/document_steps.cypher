// Purpose: the first sentences of a document in their order, each with its subgraph and neighbours.
// Parameters: document (id), limit, min_confidence (what a program found with less is left out).
MATCH (document:Document {id: $document})-[:HAS_SENTENCE]->(sentence:Sentence)
WITH document, sentence ORDER BY sentence.index LIMIT $limit
RETURN sentence.id AS sentence_id, sentence.text AS text, document.id AS document_id,
  document.title AS document_title, 0.0 AS score, 0.0 AS bm25, 0 AS matches, [] AS matched,
  head([(b:Sentence)-[:NEXT]->(sentence) | b.text]) AS before,
  head([(sentence)-[:NEXT]->(a:Sentence) | a.text]) AS after,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention) WHERE coalesce(m.confidence, 1.0) >= $min_confidence | m {.*}] AS mentions,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention)-[e]->(o:Mention)
    WHERE all(x IN [m.confidence, o.confidence, e.extraction_confidence_score] WHERE coalesce(x, 1.0) >= $min_confidence)
    | {start: m.id, end: o {.*}, type: type(e), edge: e {.*}}] AS edges
ORDER BY sentence.index
