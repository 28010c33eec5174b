// Every edge: type, ids of its ends, properties.
MATCH (s)-[e]->(o)
WHERE NOT s:Load AND NOT s:Migration AND NOT s:MemoryKey
RETURN 'edge' AS kind, type(e) AS type, s.id AS subject, o.id AS object, e {.*, record_hash: null} AS properties
