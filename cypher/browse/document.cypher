// Purpose: one document with its sentences in text order.
// Parameters: document (id), limit (of sentences).
MATCH (document:Document {id: $document})
RETURN document.id AS id, document.title AS title, document.primary_knowledge_source AS source,
  COLLECT {
    MATCH (document)-[:HAS_SENTENCE]->(sentence:Sentence)
    WITH sentence ORDER BY sentence.index LIMIT $limit
    RETURN {id: sentence.id, number: sentence.index + 1, text: sentence.text}
  } AS sentences
