// Purpose: find which of the given sentences are in the graph.
// Parameters: ids (list of sentence ids).
UNWIND $ids AS id
MATCH (sentence:Sentence {id: id})
RETURN sentence.id AS id
