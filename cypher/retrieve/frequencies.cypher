// Purpose: count the sentences with each term, in any of its forms, and all sentences.
// Parameters: terms (list of {term, lucene}: a word and its query text).
UNWIND $terms AS item
CALL (item) {
  CALL db.index.fulltext.queryNodes('sentence_text', item.lucene) YIELD node
  RETURN count(node) AS frequency
}
RETURN item.term AS term, frequency, COUNT { (:Sentence) } AS sentences
