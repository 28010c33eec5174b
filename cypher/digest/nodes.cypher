// Every content node: sorted labels, properties.
MATCH (n)
WHERE NOT n:Load AND NOT n:Migration AND NOT n:Memory AND NOT n:MemoryExample AND NOT n:MemoryKey
UNWIND labels(n) AS label
WITH n, label ORDER BY label
RETURN 'node' AS kind, collect(label) AS labels, n {.*, record_hash: null, embedding: null, embedded_by: null} AS properties
