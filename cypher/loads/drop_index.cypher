// Drop an index. Identifiers: index.
DROP INDEX $$index$$ IF EXISTS
