// Every thing has one node, whatever its categories.
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (n:`biolink:NamedThing`) REQUIRE n.id IS UNIQUE
