// All edges of one source, with the ids of their ends. Parameters: source.
MATCH (s)-[e]->(o) WHERE e.primary_knowledge_source = $source
RETURN elementId(e) AS element, [s.id, o.id] AS ends
