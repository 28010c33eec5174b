// Purpose: the width of the vectors that the index over sentences holds; no row without that index. Parameters: none.
SHOW VECTOR INDEXES YIELD name, options
WHERE name = 'sentence_embedding'
RETURN options.indexConfig['vector.dimensions'] AS dimension
