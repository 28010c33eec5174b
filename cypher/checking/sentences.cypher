// Purpose: sentences by id.
// Parameters: document (id), ids (list).
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(sentence:Sentence)
WHERE sentence.id IN $ids
RETURN sentence.id AS id, sentence.index AS index, sentence.text AS text
