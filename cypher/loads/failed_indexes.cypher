// Indexes that the database gave up, which find nothing any more; no constraint owns them. No parameters.
SHOW INDEXES YIELD name, state, owningConstraint
WHERE state = 'FAILED' AND owningConstraint IS NULL
RETURN name
