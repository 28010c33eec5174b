// Purpose: give the text of every sentence of the graph, up to a limit, to count what steps say.
// Parameters: limit (sentences at most).
MATCH (sentence:Sentence)
RETURN sentence.text AS text
LIMIT $limit
