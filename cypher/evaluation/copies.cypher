// Purpose: every sentence with the same text as one of the given sentences, these included.
// Parameters: ids.
MATCH (given:Sentence)
WHERE given.id IN $ids
WITH collect(DISTINCT given.text) AS texts
MATCH (copy:Sentence)
WHERE copy.text IN texts
RETURN copy.id AS id, copy.text AS text
