// Documents whose sentences are not as many, or not in one chain, as they state.
MATCH (d:Document)
WITH d, COUNT { (d)-[:HAS_SENTENCE]->() } AS sentences,
  COUNT { (d)-[:HAS_SENTENCE]->()-[:NEXT]->()<-[:HAS_SENTENCE]-(d) } AS steps
WHERE sentences <> d.sentences OR (sentences > 0 AND steps <> sentences - 1)
RETURN 'Document' AS item, count(*) AS count, collect(d.id)[..3] AS examples
