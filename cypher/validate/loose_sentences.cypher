// Sentences without a document.
MATCH (s:Sentence)
WHERE NOT (s)<-[:HAS_SENTENCE]-(:Document)
RETURN 'Sentence' AS item, count(*) AS count, collect(s.id)[..3] AS examples
