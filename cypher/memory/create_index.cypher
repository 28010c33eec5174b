// Create the vector index over the keys of one memory. Parameters: options (dimension and cosine). Identifiers: index, key.
CREATE VECTOR INDEX $$index$$ IF NOT EXISTS FOR (k:$$key$$) ON (k.embedding)
OPTIONS $options
