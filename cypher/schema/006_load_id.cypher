// Unique load ids: one node holds the checkpoint and the counts of a load.
CREATE CONSTRAINT load_id IF NOT EXISTS FOR (l:Load) REQUIRE l.id IS UNIQUE
