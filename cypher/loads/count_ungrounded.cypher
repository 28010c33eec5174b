// The number of loads with names or entities that no grounding pass has read. No parameters.
MATCH (l:Load) WHERE l.ungrounded RETURN count(l) AS count
