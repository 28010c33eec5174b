// Purpose: the keys of one memory with their vectors, in order. Identifiers: key.
MATCH (k:$$key$$)
RETURN k {.*, embedding: null} AS key, k.embedding AS vector
ORDER BY k.number
