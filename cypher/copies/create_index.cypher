// Create the index by which the copies of edges are found. Identifiers: index, type.
CREATE INDEX $$index$$ IF NOT EXISTS FOR ()-[e:$$type$$]-() ON (e.id)
