// Purpose: one document by its id, and how much of it is annotated.
// Parameters: document (id).
MATCH (document:Document {id: $document})
RETURN document.title AS title, document.kind AS kind,
  COUNT { (document)-[:HAS_SENTENCE]->() } AS sentences,
  COUNT { (document)-[:HAS_SENTENCE]->()<-[:IN_SENTENCE]-(:Mention) } AS mentions
