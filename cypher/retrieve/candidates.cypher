// Purpose: candidate sentences for a question from several sources, each with the features of the ranking. The sources:
// the full-text index (with and without the BM25 of the document's title line), the sentences of the documents whose
// title lines score best, the mentions that the question names, and the vector index. With hops also the steps before
// and after the best of these, the steps that their mentions refer to, and those that name the same entity within the
// document. BM25 is 0 for a sentence that the full-text index did not find. The row also has the number of sentences
// with each word of the question, and of all sentences. One row.
// Parameters: lucene (query text), phrases (normal forms in the question), terms (list of {term, lucene}: a word and its
// query text), vector (of the question, or null), encoder (its name), documents (ids), infores (sources) and corpora
// (prefixes of document ids), empty lists for all, min_confidence (of mentions), read (hits of the full-text index),
// most (of them kept), few (kept of every other source), titles (documents taken whole), hops (true or false).
CALL () {
  UNWIND $terms AS item
  CALL (item) {
    CALL db.index.fulltext.queryNodes('sentence_text', item.lucene) YIELD node
    RETURN count(node) AS frequency
  }
  RETURN collect({term: item.term, frequency: frequency, sentences: COUNT { (:Sentence) }}) AS frequencies
}
CALL () {
  CALL db.index.fulltext.queryNodes('sentence_text', $lucene, {limit: $read}) YIELD node, score
  WHERE (size($documents) = 0 OR node.document_id IN $documents)
    AND (size($infores) = 0 OR any(corpus IN $corpora WHERE node.document_id STARTS WITH corpus + ':')
      OR EXISTS { MATCH (d:Document {id: node.document_id}) WHERE d.primary_knowledge_source IN $infores })
  WITH node.document_id AS document_id,
    max(CASE WHEN node.index = 0 THEN score ELSE 0.0 END) AS title, collect([node, score]) AS own
  ORDER BY title DESC, document_id
  RETURN collect({id: document_id, title: title, own: own}) AS groups
}
CALL (groups) {
  UNWIND groups AS g
  UNWIND g.own AS hit
  WITH hit, g.title AS title
  ORDER BY hit[1] + title DESC, hit[0].id
  LIMIT $most
  RETURN collect([hit[0], hit[1], title]) AS lent
}
CALL (groups) {
  UNWIND groups AS g
  UNWIND g.own AS hit
  WITH hit, g.title AS title
  ORDER BY hit[1] DESC, hit[0].id
  LIMIT $few
  RETURN collect([hit[0], hit[1], title]) AS plain
}
CALL (groups) {
  UNWIND groups[..$titles] AS g
  WITH g WHERE g.title > 0
  MATCH (:Document {id: g.id})-[:HAS_SENTENCE]->(s:Sentence)
  WHERE s.index < $most
  RETURN collect([s, coalesce(head([hit IN g.own WHERE hit[0] = s | hit[1]]), 0.0), g.title]) AS whole
}
CALL () {
  MATCH (mention:Mention)
  WHERE mention.normalised IN $phrases AND coalesce(mention.confidence, 1.0) >= $min_confidence
    AND (size($documents) = 0 OR mention.document_id IN $documents)
    AND (size($infores) = 0 OR any(corpus IN $corpora WHERE mention.document_id STARTS WITH corpus + ':')
      OR EXISTS { MATCH (d:Document {id: mention.document_id}) WHERE d.primary_knowledge_source IN $infores })
  MATCH (mention)-[:IN_SENTENCE]->(s:Sentence)
  WITH s, count(DISTINCT mention.normalised) AS names
  ORDER BY names DESC, s.id
  LIMIT $few
  RETURN collect([s, 0.0, 0.0]) AS named
}
CALL () {
  WITH $vector AS vector
  WHERE vector IS NOT NULL
  CALL db.index.vector.queryNodes('sentence_embedding', $few, vector) YIELD node
  WHERE (size($documents) = 0 OR node.document_id IN $documents)
    AND (size($infores) = 0 OR any(corpus IN $corpora WHERE node.document_id STARTS WITH corpus + ':')
      OR EXISTS { MATCH (d:Document {id: node.document_id}) WHERE d.primary_knowledge_source IN $infores })
  RETURN collect([node, 0.0, 0.0]) AS near
}
WITH frequencies, lent + plain + whole + named + near AS found, [each IN lent[..$few] | each[0]] AS seeds
CALL (seeds) {
  UNWIND CASE WHEN $hops THEN seeds ELSE [] END AS seed
  CALL (seed) {
    MATCH (seed)-[:NEXT]-{1,2}(s:Sentence)
    RETURN s
    UNION
    MATCH (seed)<-[:IN_SENTENCE]-(:Mention)--(:Mention)-[:IN_SENTENCE]->(s:Sentence)
    WHERE s <> seed
    RETURN s
    UNION
    MATCH (seed)<-[:IN_SENTENCE]-(:Mention)-[:DENOTES]->(thing)
    WHERE any(name IN thing.normalised WHERE name IN $phrases)
    MATCH (thing)<-[:DENOTES]-(m:Mention {document_id: seed.document_id})-[:IN_SENTENCE]->(s:Sentence)
    RETURN s LIMIT 10
  }
  RETURN collect([s, 0.0, 0.0]) AS reached
}
CALL (found, reached) {
  UNWIND found + reached AS each
  WITH each[0] AS s, max(each[1]) AS bm25, max(each[2]) AS title_bm25
  OPTIONAL MATCH (title:Sentence {id: s.document_id + '#s0'})
  OPTIONAL MATCH (document:Document {id: s.document_id})
  RETURN collect({
    id: s.id, document_id: s.document_id, index: s.index, text: s.text, title: document.title, kind: document.kind,
    bm25: bm25, title_bm25: title_bm25,
    cosine: CASE WHEN $vector IS NULL OR s.embedded_by <> $encoder THEN null
      ELSE 2 * vector.similarity.cosine(s.embedding, $vector) - 1 END,
    title_cosine: CASE WHEN $vector IS NULL OR title.embedded_by <> $encoder THEN null
      ELSE 2 * vector.similarity.cosine(title.embedding, $vector) - 1 END,
    before: head([(b:Sentence)-[:NEXT]->(s) | b.text]),
    after: head([(s)-[:NEXT]->(a:Sentence) | a.text]),
    mentions: [(s)<-[:IN_SENTENCE]-(m:Mention) WHERE coalesce(m.confidence, 1.0) >= $min_confidence
      | [m.native_type, m.si_unit, m.si_value]],
    matched: COLLECT {
      MATCH (s)<-[:IN_SENTENCE]-(m:Mention)
      WHERE coalesce(m.confidence, 1.0) >= $min_confidence AND (m.normalised IN $phrases
        OR EXISTS { MATCH (m)-[:DENOTES]->(e) WHERE any(name IN e.normalised WHERE name IN $phrases) })
      RETURN DISTINCT m.normalised
    }
  }) AS candidates
}
RETURN candidates, frequencies
