// Create the uniqueness constraint on memory names. No parameters.
CREATE CONSTRAINT memory_name IF NOT EXISTS FOR (m:Memory) REQUIRE m.name IS UNIQUE
