// Indexes that a server left that ended while it built their constraints. Parameters: names, of the constraints.
SHOW INDEXES YIELD name, state, owningConstraint
WHERE owningConstraint IS NULL AND state <> 'ONLINE' AND name IN $names
RETURN name
