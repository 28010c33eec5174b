// Purpose: rank sentences by (BM25 + context * BM25 of their document's title line) * log(e + matches), matches being
// the distinct mentions of the sentence that the question names, also by a name of the denoted entity.
// Parameters: lucene (query text), phrases (normal forms in the question), context (number), documents (ids), infores
// (sources) and corpora (prefixes of document ids), empty lists for all, min_confidence (of extracted annotation), k.
CALL db.index.fulltext.queryNodes('sentence_text', $lucene) YIELD node, score
WHERE (size($documents) = 0 OR node.document_id IN $documents)
  AND (size($infores) = 0 OR any(corpus IN $corpora WHERE node.document_id STARTS WITH corpus + ':')
    OR EXISTS { (node)<-[:HAS_SENTENCE]-(d:Document) WHERE d.primary_knowledge_source IN $infores })
WITH node AS sentence, score AS bm25,
  [(node)<-[:IN_SENTENCE]-(m:Mention) WHERE coalesce(m.confidence, 1.0) >= $min_confidence
    AND (m.normalised IN $phrases
      OR any(e IN [(m)-[:DENOTES]->(e) | e] WHERE any(name IN e.normalised WHERE name IN $phrases)))
    | m.normalised] AS mentioned
WITH sentence.document_id AS document_id,
  max(CASE WHEN sentence.index = 0 THEN bm25 ELSE 0.0 END) AS title_bm25,
  collect({sentence: sentence, bm25: bm25, mentioned: mentioned}) AS hits
UNWIND hits AS hit
WITH document_id, hit.sentence AS sentence, hit.bm25 AS bm25,
  CASE WHEN hit.sentence.index = 0 THEN 0.0 ELSE $context * title_bm25 END AS borrowed,
  COLLECT { UNWIND hit.mentioned AS name RETURN DISTINCT name ORDER BY name } AS matched
WITH *, size(matched) AS matches
WITH *, (bm25 + borrowed) * log(e() + matches) AS score
ORDER BY score DESC, bm25 DESC, sentence.id
LIMIT $k
OPTIONAL MATCH (document:Document {id: document_id})
RETURN sentence.id AS sentence_id, sentence.text AS text, document_id, document.title AS document_title, document.kind AS document_kind,
  score, bm25, matches, matched,
  head([(b:Sentence)-[:NEXT]->(sentence) | b.text]) AS before,
  head([(sentence)-[:NEXT]->(a:Sentence) | a.text]) AS after, sentence.section AS section, sentence.printed AS printed,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention) WHERE coalesce(m.confidence, 1.0) >= $min_confidence | m {.*}] AS mentions,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention)-[e]->(o:Mention)
    WHERE all(x IN [m.confidence, o.confidence, e.extraction_confidence_score] WHERE coalesce(x, 1.0) >= $min_confidence)
    | [m.id, type(e), o.id, properties(e), CASE WHEN o.sentence_id <> sentence.id THEN o {.*} END]] AS edges
ORDER BY score DESC, bm25 DESC, sentence_id
