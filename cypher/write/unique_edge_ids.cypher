// Guard the ids of one relationship type. Identifiers: name, type.
CREATE CONSTRAINT $$name$$ IF NOT EXISTS FOR ()-[e:$$type$$]-() REQUIRE e.id IS UNIQUE
