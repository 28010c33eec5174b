// Purpose: the next sentences without a vector of this encoder, in the order of their ids.
// Parameters: encoder (name), after (id, "" to begin), limit.
MATCH (s:Sentence)
USING INDEX s:Sentence(id)
WHERE s.id > $after AND (s.embedding IS NULL OR s.embedded_by IS NULL OR s.embedded_by <> $encoder)
RETURN s.id AS id, s.text AS text
ORDER BY s.id
LIMIT $limit
