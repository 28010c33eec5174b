// Create the uniqueness constraint on the ids of one relationship type. Identifiers: constraint, type.
CREATE CONSTRAINT $$constraint$$ IF NOT EXISTS FOR ()-[e:$$type$$]-() REQUIRE e.id IS UNIQUE
