// Edges without primary source, knowledge level or agent type.
MATCH (s)-[e]->()
WHERE type(e) STARTS WITH 'biolink:'
  AND (e.primary_knowledge_source IS NULL OR e.knowledge_level IS NULL OR e.agent_type IS NULL OR e.id IS NULL)
RETURN type(e) AS item, count(*) AS count, [min(coalesce(e.id, s.id)), max(coalesce(e.id, s.id))] AS examples
