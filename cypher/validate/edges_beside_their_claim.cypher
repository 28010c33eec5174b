// Edges whose type or ends differ from their properties.
MATCH (s)-[e]->(o)
WHERE type(e) STARTS WITH 'biolink:'
  AND (type(e) <> e.predicate OR s.id <> e.subject OR o.id <> e.object)
RETURN type(e) AS item, count(*) AS count, [min(e.id), max(e.id)] AS examples
