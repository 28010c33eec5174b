// Purpose: how many sentences there are, and how many have a vector of this encoder. Parameters: encoder (name).
MATCH (s:Sentence)
RETURN count(*) AS sentences, count(CASE WHEN s.embedded_by = $encoder THEN 1 END) AS embedded
