// Mentions without a sentence.
MATCH (m:Mention)
WHERE NOT (m)-[:IN_SENTENCE]->(:Sentence)
RETURN 'Mention' AS item, count(*) AS count, [min(m.id), max(m.id)] AS examples
