// Purpose: list the kinds of the documents that are loaded. No parameters.
MATCH (document:Document)
RETURN DISTINCT document.kind AS name ORDER BY name
