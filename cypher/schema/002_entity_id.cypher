// Unique entity ids: one node an entity, whatever its categories.
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (n:`biolink:NamedThing`) REQUIRE n.id IS UNIQUE
