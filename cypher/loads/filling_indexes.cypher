// Indexes that are not online yet; those of edge ids belong to constraints, which are waited for where they are built.
SHOW INDEXES YIELD name, state
WHERE state <> 'ONLINE' AND NOT name STARTS WITH 'edge_id '
RETURN name
