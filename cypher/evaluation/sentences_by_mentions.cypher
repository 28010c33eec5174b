// Purpose: rank sentences by the number of their distinct mentions that the question names (BioPIE's graph relevance
// alone), found through the range index on Mention.normalised; each hit has its subgraph, document and neighbours.
// Parameters: phrases (normal forms in the question), documents (ids), infores (sources) and corpora (prefixes of
// document ids), empty lists for all, min_confidence (of extracted annotation), k.
MATCH (mention:Mention)
WHERE mention.normalised IN $phrases
  AND coalesce(mention.confidence, 1.0) >= $min_confidence
  AND (size($documents) = 0 OR mention.document_id IN $documents)
  AND (size($infores) = 0 OR any(corpus IN $corpora WHERE mention.document_id STARTS WITH corpus + ':')
    OR EXISTS { (d:Document {id: mention.document_id}) WHERE d.primary_knowledge_source IN $infores })
MATCH (mention)-[:IN_SENTENCE]->(sentence:Sentence)
WITH sentence, collect(DISTINCT mention.normalised) AS matched
WITH sentence, matched, size(matched) AS matches
ORDER BY matches DESC, sentence.id
LIMIT $k
OPTIONAL MATCH (document:Document {id: sentence.document_id})
RETURN sentence.id AS sentence_id, sentence.text AS text, sentence.document_id AS document_id,
  document.title AS document_title, document.kind AS document_kind, toFloat(matches) AS score, 0.0 AS bm25, matches, matched,
  head([(b:Sentence)-[:NEXT]->(sentence) | b.text]) AS before,
  head([(sentence)-[:NEXT]->(a:Sentence) | a.text]) AS after, sentence.section AS section, sentence.printed AS printed,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention) WHERE coalesce(m.confidence, 1.0) >= $min_confidence | m {.*}] AS mentions,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention)-[e]->(o:Mention)
    WHERE all(x IN [m.confidence, o.confidence, e.extraction_confidence_score] WHERE coalesce(x, 1.0) >= $min_confidence)
    | [m.id, type(e), o.id, properties(e), CASE WHEN o.sentence_id <> sentence.id THEN o {.*} END]] AS edges
ORDER BY score DESC, sentence_id
