// How claims and relations of texts state their origin, with the number of edges and one of them.
MATCH ()-[e]->()
WHERE type(e) STARTS WITH 'biolink:'
RETURN e.knowledge_level AS knowledge_level, e.agent_type AS agent_type, e.primary_knowledge_source AS source,
       count(*) AS count, min(e.id) AS example
