// Drop the index by which the copies of edges were found. Identifiers: index.
DROP INDEX $$index$$ IF EXISTS
