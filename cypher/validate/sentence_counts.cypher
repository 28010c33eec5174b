// Documents whose number of sentences differs from the stated one, or whose sentences are not one chain.
MATCH (d:Document)
WITH d, COUNT { (d)-[:HAS_SENTENCE]->() } AS sentences,
  COUNT { (d)-[:HAS_SENTENCE]->()-[:NEXT]->()<-[:HAS_SENTENCE]-(d) } AS steps
WHERE sentences <> d.sentences OR (sentences > 0 AND steps <> sentences - 1)
RETURN 'Document' AS item, count(*) AS count, [min(d.id), max(d.id)] AS examples
