// Drop the vector index of one memory. Identifiers: index.
DROP INDEX $$index$$ IF EXISTS
