// Purpose: the examples of one memory with their vectors, in order. Identifiers: example.
MATCH (e:$$example$$)
RETURN e {.*, embedding: null} AS example, e.embedding AS vector
ORDER BY e.number
