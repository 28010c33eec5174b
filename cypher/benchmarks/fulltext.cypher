// Purpose: the first hits of the full-text index and nothing else, for comparison with retrieval.
// Parameters: lucene (query text), k.
CALL db.index.fulltext.queryNodes('sentence_text', $lucene, {limit: $k}) YIELD node, score
RETURN node.id AS sentence_id, node.text AS text, score
