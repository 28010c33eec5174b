// All edges of one source. Parameters: source.
MATCH ()-[e]->() WHERE e.primary_knowledge_source = $source
RETURN elementId(e) AS element
