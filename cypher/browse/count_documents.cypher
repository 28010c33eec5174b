// Purpose: the number of documents whose title or id holds every word.
// Parameters: words (lower case, empty for all), kind (null for all).
MATCH (document:Document)
WHERE ($kind IS NULL OR document.kind = $kind)
  AND all(word IN $words WHERE toLower(coalesce(document.title, '')) CONTAINS word OR toLower(document.id) CONTAINS word)
RETURN count(document) AS total
