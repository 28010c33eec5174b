// Sentences without a document.
MATCH (s:Sentence)
WHERE NOT (s)<-[:HAS_SENTENCE]-(:Document)
RETURN 'Sentence' AS item, count(*) AS count, [min(s.id), max(s.id)] AS examples
