// Purpose: one document by its id, with its number of annotations and its extractor (null: none).
// Parameters: document (id).
MATCH (document:Document {id: $document})
RETURN document.title AS title, document.kind AS kind, document.extractor AS extractor,
  COUNT { (document)-[:HAS_SENTENCE]->() } AS sentences,
  COUNT { (document)-[:HAS_SENTENCE]->()<-[:IN_SENTENCE]-(:Mention) } AS mentions
