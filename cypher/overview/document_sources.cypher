// Purpose: the sources of the loaded documents, with their counts.
// Parameters: none.
MATCH (document:Document)
WHERE document.primary_knowledge_source IS NOT NULL
RETURN document.primary_knowledge_source AS source, count(*) AS held
