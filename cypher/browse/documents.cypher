// Purpose: one page of documents, ordered by id.
// Parameters: after (last id of the page before, empty for the first page), limit.
MATCH (document:Document)
WHERE document.id > $after
WITH document ORDER BY document.id LIMIT $limit
RETURN document.id AS id, document.title AS title, document.primary_knowledge_source AS source,
  coalesce(document.sentences, 0) AS sentences
