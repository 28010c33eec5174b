// Purpose: the number of sentences, and of those with a vector of this encoder. Parameters: encoder (name).
MATCH (s:Sentence)
RETURN count(*) AS sentences, count(CASE WHEN s.embedded_by = $encoder THEN 1 END) AS embedded
