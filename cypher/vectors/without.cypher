// Purpose: the next sentences without a vector of this encoder, in the order of their ids.
// Parameters: encoder (name), after (id, "" to begin), limit.
MATCH (s:Sentence)
USING INDEX s:Sentence(id)
WHERE s.id > $after
WITH s ORDER BY s.id
WHERE s.embedding IS NULL OR s.embedded_by IS NULL OR s.embedded_by <> $encoder
RETURN s.id AS id, s.text AS text
LIMIT $limit
