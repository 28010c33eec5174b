// Loads: the state in the entries of their records, which was the fingerprint of the source. No parameters. Identity
// semantics of edges (subject_local_id, object_local_id) came without a step; with this one older programs refuse the graph.
MATCH (l:Load)
WHERE l.state IS NULL AND l.fingerprint <> ''
SET l.state = l.fingerprint
