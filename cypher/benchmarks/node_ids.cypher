// Purpose: make ids of nodes unique. No parameters.
CREATE CONSTRAINT bench_node_id IF NOT EXISTS FOR (n:`biolink:NamedThing`) REQUIRE n.id IS UNIQUE
