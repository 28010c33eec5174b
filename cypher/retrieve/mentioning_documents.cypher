// Purpose: the documents of some kinds one sentence of which has all of some words, or a mention of what they name, those with
// most such sentences first, each by the first of these; without words all documents by their first sentences, in the order of their titles. One
// row, with how many documents there are.
// Parameters: lucene (query text of the words, empty for none), words (of each the forms one of which the sentence holds, lower-case: the
// index knows stems alone, by which an incubator is what incubates), name (their normal form), kinds (empty for all), documents (ids), infores (sources)
// and corpora (prefixes of document ids), empty lists for all, most (sentences that are given).
CALL () {
  CALL () {
    WITH $lucene AS lucene
    WHERE lucene <> ''
    CALL db.index.fulltext.queryNodes('sentence_text', lucene) YIELD node
    WITH node WHERE all(forms IN $words WHERE any(form IN forms WHERE toLower(node.text) CONTAINS form))
    RETURN node
    UNION
    WITH '"' + $name + '"' AS name
    WHERE $name <> ''
    CALL db.index.fulltext.queryNodes('entity_normalised', name) YIELD node AS entity
    MATCH (entity)<-[:DENOTES]-(mention:Mention)
    MATCH (node:Sentence {id: mention.sentence_id})
    RETURN node
  }
  WITH node.document_id AS id, node.id AS sentence
  ORDER BY NOT toLower(node.text) CONTAINS $name, node.index
  WITH id, head(collect(sentence)) AS sentence, count(*) AS held
  MATCH (document:Document {id: id})
  USING INDEX SEEK document:Document(id)
  RETURN document, sentence, held
  UNION
  WITH $lucene AS lucene
  WHERE lucene = ''
  MATCH (document:Document)
  WHERE size($kinds) = 0 OR document.kind IN $kinds
  RETURN document, head([(document)-[:HAS_SENTENCE]->(first:Sentence {index: 0}) | first.id]) AS sentence, 0 AS held
}
WITH document, sentence, held
WHERE (size($kinds) = 0 OR document.kind IN $kinds)
  AND (size($documents) = 0 OR document.id IN $documents)
  AND (size($infores) = 0 OR document.primary_knowledge_source IN $infores
    OR any(corpus IN $corpora WHERE document.id STARTS WITH corpus + ':'))
WITH sentence, held, document.title AS title, document.id AS id
ORDER BY held DESC, title, id
RETURN collect(sentence)[..$most] AS sentences, count(*) AS total
