// Purpose: one page of documents, ordered by id, of those whose title or id holds every word.
// Parameters: words (lower case, empty for all), kind (null for all), after (last id of the page before, empty for the
// first page), limit.
MATCH (document:Document)
USING INDEX document:Document(id)
WHERE document.id > $after AND ($kind IS NULL OR document.kind = $kind)
  AND all(word IN $words WHERE toLower(coalesce(document.title, '')) CONTAINS word OR toLower(document.id) CONTAINS word)
WITH document ORDER BY document.id LIMIT $limit
RETURN document.id AS id, document.title AS title, document.primary_knowledge_source AS source, document.kind AS kind,
  coalesce(document.sentences, 0) AS sentences
