// Purpose: rank sentences by BM25 * log(base + graph * matches), matches being the distinct mentions of the sentence
// whose name is in the question; each hit has its subgraph, document and neighbours. One round trip.
// Published form (BioPIE): base 1, graph 1. Plain BM25: base e, graph 0.
// Parameters: lucene (query text), phrases (normal forms in the question), literal (count every mention whose name is
// a substring of the question), lowered (the question in lower case), base, graph (numbers), documents (ids), infores
// (sources) and corpora (prefixes of document ids), empty lists for all, min_confidence (of extracted annotation), read (hits
// of the full-text index that are ranked), k.
CALL db.index.fulltext.queryNodes('sentence_text', $lucene, {limit: $read}) YIELD node, score
WHERE (size($documents) = 0 OR node.document_id IN $documents)
  AND (size($infores) = 0 OR any(corpus IN $corpora WHERE node.document_id STARTS WITH corpus + ':')
    OR EXISTS { (node)<-[:HAS_SENTENCE]-(d:Document) WHERE d.primary_knowledge_source IN $infores })
WITH node AS sentence, score AS bm25
OPTIONAL MATCH (sentence)<-[:IN_SENTENCE]-(m:Mention)
WHERE $graph > 0 AND CASE WHEN $literal THEN $lowered CONTAINS toLower(m.name) ELSE m.normalised IN $phrases END
  AND coalesce(m.confidence, 1.0) >= $min_confidence
WITH sentence, sentence.document_id AS document_id, bm25, collect(DISTINCT m.normalised) AS matched, count(m) AS repeated
WITH *, CASE WHEN $literal THEN repeated ELSE size(matched) END AS matches
WITH *, bm25 * log($base + $graph * matches) AS score
ORDER BY score DESC, bm25 DESC, sentence.id
LIMIT $k
OPTIONAL MATCH (document:Document {id: document_id})
USING INDEX SEEK document:Document(id)
RETURN sentence.id AS sentence_id, sentence.text AS text, document_id, document.title AS document_title, document.kind AS document_kind,
  score, bm25, matches, matched,
  head([(b:Sentence)-[:NEXT]->(sentence) | b.text]) AS before,
  head([(sentence)-[:NEXT]->(a:Sentence) | a.text]) AS after, sentence.section AS section, sentence.printed AS printed,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention) WHERE coalesce(m.confidence, 1.0) >= $min_confidence | m {.*,
    entity: head([(m)-[:DENOTES]->(thing:`biolink:NamedThing`) | thing.id])}] AS mentions,
  [(sentence)<-[:IN_SENTENCE]-(m:Mention)-[e]->(o:Mention)
    WHERE all(x IN [m.confidence, o.confidence, e.extraction_confidence_score] WHERE coalesce(x, 1.0) >= $min_confidence)
    | [m.id, type(e), o.id, properties(e), CASE WHEN o.sentence_id <> sentence.id THEN
      o {.*, entity: head([(o)-[:DENOTES]->(thing:`biolink:NamedThing`) | thing.id])} END]] AS edges
ORDER BY score DESC, bm25 DESC, sentence_id
