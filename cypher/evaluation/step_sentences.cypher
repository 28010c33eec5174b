// Purpose: the text of every sentence of the graph, up to a limit, for corpus counts.
// Parameters: limit (of sentences).
MATCH (sentence:Sentence)
RETURN sentence.text AS text
LIMIT $limit
