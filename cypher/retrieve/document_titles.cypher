// Purpose: the titles of documents.
// Parameters: ids (list of document ids).
UNWIND $ids AS id
MATCH (document:Document {id: id})
USING INDEX SEEK document:Document(id)
RETURN document.id AS id, document.title AS title
