// Purpose: candidate sentences for a question from several sources, each with the features of the ranking. The sources:
// the full-text index (with and without the BM25 of the document's title line), the sentences of the documents whose
// title lines score best, and the vector index. With hops also the steps before and after the best of these, and the
// steps that their mentions refer to. BM25 is 0 for a sentence that the full-text index did not find. The row also has
// the number of sentences with each word of the question, and of all sentences. One row. Candidates are lists, not maps:
// a hundred maps repeat their keys on the way.
// Parameters: lucene (query text), phrases (normal forms in the question), terms (list of {term, lucene}: a word and its
// query text), types (native types asked for), measured (whether the question states numbers), vector (of the question,
// or null), encoder (its name), documents (ids), infores (sources) and corpora (prefixes of document ids), empty lists
// for all, min_confidence (of mentions), read (hits of the full-text index), most (of them kept), few (kept of every
// other source), titles (documents taken whole), longest
// (sentences taken of each), hops (true or false).
CALL () {
  UNWIND $terms AS item
  CALL (item) {
    CALL db.index.fulltext.queryNodes('sentence_text', item.lucene) YIELD node
    RETURN count(node) AS frequency
  }
  RETURN collect([item.term, frequency]) AS frequencies
}
CALL () {
  CALL db.index.fulltext.queryNodes('sentence_text', $lucene, {limit: $read}) YIELD node, score
  WHERE (size($documents) = 0 OR node.document_id IN $documents)
    AND (size($infores) = 0 OR any(corpus IN $corpora WHERE node.document_id STARTS WITH corpus + ':')
      OR EXISTS { MATCH (d:Document {id: node.document_id}) USING INDEX SEEK d:Document(id) WHERE d.primary_knowledge_source IN $infores })
  WITH node.document_id AS document_id, max(CASE WHEN node.index = 0 THEN score ELSE 0.0 END) AS title,
    collect([score, node.id, node]) AS own
  ORDER BY title DESC, document_id
  RETURN collect([title, document_id, own]) AS groups
}
CALL (groups) {
  UNWIND groups AS g
  UNWIND g[2] AS hit
  WITH hit[2] AS s, hit[0] AS bm25, g[0] AS title, hit[1] AS id
  ORDER BY bm25 + title DESC, id
  LIMIT $most
  RETURN collect([s, bm25, title]) AS lent
}
CALL (groups) {
  UNWIND groups AS g
  UNWIND g[2] AS hit
  WITH hit[2] AS s, hit[0] AS bm25, g[0] AS title, hit[1] AS id
  ORDER BY bm25 DESC, id
  LIMIT $few
  RETURN collect([s, bm25, title]) AS plain
}
CALL (groups) {
  UNWIND groups[..$titles] AS g
  WITH g WHERE g[0] > 0
  MATCH (titled:Document {id: g[1]})-[:HAS_SENTENCE]->(s:Sentence)
  USING INDEX SEEK titled:Document(id)
  WHERE s.index < $longest
  RETURN collect([s, coalesce(head([hit IN g[2] WHERE hit[2] = s | hit[0]]), 0.0), g[0]]) AS whole
}
CALL () {
  WITH $vector AS vector
  WHERE vector IS NOT NULL
  CALL db.index.vector.queryNodes('sentence_embedding', $few, vector) YIELD node
  WHERE (size($documents) = 0 OR node.document_id IN $documents)
    AND (size($infores) = 0 OR any(corpus IN $corpora WHERE node.document_id STARTS WITH corpus + ':')
      OR EXISTS { MATCH (d:Document {id: node.document_id}) USING INDEX SEEK d:Document(id) WHERE d.primary_knowledge_source IN $infores })
  RETURN collect([node, 0.0, 0.0]) AS near
}
WITH frequencies, lent + plain + whole + near AS found, [each IN lent[..$few] | each[0]] AS seeds
CALL (seeds) {
  UNWIND CASE WHEN $hops THEN seeds ELSE [] END AS seed
  CALL (seed) {
    MATCH (seed)-[:NEXT]-{1,2}(s:Sentence)
    RETURN s
    UNION
    MATCH (seed)<-[:IN_SENTENCE]-(:Mention)--(:Mention)-[:IN_SENTENCE]->(s:Sentence)
    WHERE s <> seed
    RETURN s
  }
  RETURN collect([s, 0.0, 0.0]) AS reached
}
CALL (found, reached) {
  UNWIND found + reached AS each
  WITH each[0] AS s, max(each[1]) AS bm25, max(each[2]) AS title_bm25
  OPTIONAL MATCH (s)<-[:IN_SENTENCE]-(m:Mention) WHERE coalesce(m.confidence, 1.0) >= $min_confidence
  OPTIONAL MATCH (m)-[:DENOTES]->(thing)
  WITH s, bm25, title_bm25,
    collect(DISTINCT CASE WHEN m.normalised IN $phrases OR any(name IN thing.normalised WHERE name IN $phrases)
      THEN m.normalised END) AS matched,
    collect(CASE WHEN m.native_type IN $types OR $measured AND m.si_value IS NOT NULL
      THEN [m.native_type, m.si_unit, m.si_value] END) AS mentions
  WITH s.document_id AS document_id, collect([s.id, s.index, s.text, bm25, title_bm25,
    CASE WHEN $vector IS NULL OR s.embedded_by <> $encoder THEN null
      ELSE 2 * vector.similarity.cosine(s.embedding, $vector) - 1 END,
    head([(b:Sentence)-[:NEXT]->(s) | b.text]), head([(s)-[:NEXT]->(a:Sentence) | a.text]), mentions, matched]) AS held
  OPTIONAL MATCH (document:Document {id: document_id})
  USING INDEX SEEK document:Document(id)
  RETURN collect([document_id, document.title, document.kind, head(COLLECT {
    WITH $vector AS vector WHERE vector IS NOT NULL
    MATCH (line:Sentence {id: document_id + '#s0'}) USING INDEX SEEK line:Sentence(id) WHERE line.embedded_by = $encoder
    RETURN 2 * vector.similarity.cosine(line.embedding, vector) - 1
  }), held]) AS candidates
}
RETURN candidates, frequencies, COUNT { (:Sentence) } AS sentences
