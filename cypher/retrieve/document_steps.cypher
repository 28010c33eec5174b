// Purpose: the first sentences of a document in their order, each with its subgraph and neighbours.
// Parameters: document (id), limit.
MATCH (document:Document {id: $document})-[:HAS_SENTENCE]->(sentence:Sentence)
WITH document, sentence ORDER BY sentence.index LIMIT $limit
RETURN sentence.id AS sentence_id, sentence.text AS text, document.id AS document_id,
  document.title AS document_title, 0.0 AS score, 0.0 AS bm25, 0 AS matches, [] AS matched,
  head([(b:Sentence)-[:NEXT]->(sentence) | b.text]) AS before,
  head([(sentence)-[:NEXT]->(a:Sentence) | a.text]) AS after,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention) | m {.*}] AS mentions,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention)-[e]->(o:Mention) | {start: m.id, end: o {.*}, type: type(e), edge: e {.*}}] AS edges
ORDER BY sentence.index
