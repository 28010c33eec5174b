// Purpose: the first sentences of each of some documents in order, each with its subgraph and neighbours.
// Parameters: documents (ids), most (sentences of each), without (ids of sentences that are at hand),
//   min_confidence (of extracted annotation).
UNWIND range(0, size($documents) - 1) AS place
CALL (place) {
  MATCH (document:Document {id: $documents[place]})-[:HAS_SENTENCE]->(sentence:Sentence)
  USING INDEX SEEK document:Document(id)
  WHERE sentence.index < $most[place] AND NOT sentence.id IN $without
  RETURN document, sentence
}
RETURN sentence.id AS sentence_id, sentence.text AS text, document.id AS document_id,
  document.title AS document_title, document.kind AS document_kind, 0.0 AS score, 0.0 AS bm25, 0 AS matches, [] AS matched,
  head([(b:Sentence)-[:NEXT]->(sentence) | b.text]) AS before,
  head([(sentence)-[:NEXT]->(a:Sentence) | a.text]) AS after, sentence.section AS section, sentence.printed AS printed,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention) WHERE coalesce(m.confidence, 1.0) >= $min_confidence | m {.*,
    entity: head([(m)-[:DENOTES]->(thing:`biolink:NamedThing`) | thing.id])}] AS mentions,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention)-[e]->(o:Mention)
    WHERE all(x IN [m.confidence, o.confidence, e.extraction_confidence_score] WHERE coalesce(x, 1.0) >= $min_confidence)
    | [m.id, type(e), o.id, properties(e), CASE WHEN o.sentence_id <> sentence.id THEN
      o {.*, entity: head([(o)-[:DENOTES]->(thing:`biolink:NamedThing`) | thing.id])} END]] AS edges
ORDER BY place, sentence.index
