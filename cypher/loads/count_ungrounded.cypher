// How many loads brought names or things that no grounding pass has seen. No parameters.
MATCH (l:Load) WHERE l.ungrounded RETURN count(l) AS count
