// One node a load: its checkpoint and its counts.
CREATE CONSTRAINT load_id IF NOT EXISTS FOR (l:Load) REQUIRE l.id IS UNIQUE
