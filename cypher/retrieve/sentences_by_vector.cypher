// Purpose: rank sentences by the cosine of their vector with the question's; each hit has its subgraph, document and
// neighbours. The vector index covers the whole graph; within one corpus or document every vector is compared, since
// the nearest of the graph may all be outside.
// Parameters: vector, encoder (its name), documents (ids), infores (sources) and corpora (prefixes of document ids),
// empty lists for all, min_confidence (of mentions and edges), k.
CALL () {
  WITH 1 AS once WHERE size($documents) = 0 AND size($infores) = 0
  CALL db.index.vector.queryNodes('sentence_embedding', $k, $vector) YIELD node
  RETURN node AS sentence
  UNION
  WITH 1 AS once WHERE size($documents) > 0 OR size($infores) > 0
  MATCH (sentence:Sentence)
  WHERE (size($documents) = 0 OR sentence.document_id IN $documents)
    AND (size($infores) = 0 OR any(corpus IN $corpora WHERE sentence.document_id STARTS WITH corpus + ':')
      OR EXISTS { MATCH (d:Document {id: sentence.document_id}) WHERE d.primary_knowledge_source IN $infores })
  RETURN sentence
}
WITH sentence WHERE sentence.embedded_by = $encoder
WITH sentence, 2 * vector.similarity.cosine(sentence.embedding, $vector) - 1 AS score
ORDER BY score DESC, sentence.id
LIMIT $k
OPTIONAL MATCH (document:Document {id: sentence.document_id})
USING INDEX SEEK document:Document(id)
RETURN sentence.id AS sentence_id, sentence.text AS text, sentence.document_id AS document_id,
  document.title AS document_title, document.kind AS document_kind, score, 0.0 AS bm25, 0 AS matches, [] AS matched,
  head([(b:Sentence)-[:NEXT]->(sentence) | b.text]) AS before,
  head([(sentence)-[:NEXT]->(a:Sentence) | a.text]) AS after, sentence.section AS section, sentence.printed AS printed,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention) WHERE coalesce(m.confidence, 1.0) >= $min_confidence | m {.*,
    entity: head([(m)-[:DENOTES]->(thing:`biolink:NamedThing`) | thing.id])}] AS mentions,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention)-[e]->(o:Mention)
    WHERE all(x IN [m.confidence, o.confidence, e.extraction_confidence_score] WHERE coalesce(x, 1.0) >= $min_confidence)
    | [m.id, type(e), o.id, properties(e), CASE WHEN o.sentence_id <> sentence.id THEN
      o {.*, entity: head([(o)-[:DENOTES]->(thing:`biolink:NamedThing`) | thing.id])} END]] AS edges
ORDER BY score DESC, sentence_id
