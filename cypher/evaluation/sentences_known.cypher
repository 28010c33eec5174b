// Purpose: say which of the given sentences the graph holds.
// Parameters: ids (list of sentence ids).
UNWIND $ids AS id
MATCH (sentence:Sentence {id: id})
RETURN sentence.id AS id
