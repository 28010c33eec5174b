// Which of these edges are missing, and which are there but differ from their only record or from its warning: the others
// are as they are to be. Parameters: ids, entries and warnings (record_hash entry and warning of each). Identifiers: type.
UNWIND range(0, size($ids) - 1) AS at
OPTIONAL MATCH ()-[e:$$type$$ {id: $ids[at]}]->()
WITH at, e
WHERE e IS NULL OR coalesce(e.record_hash, []) <> [$entries[at]]
  OR coalesce(e.validation_warning, '') <> coalesce($warnings[at], '')
RETURN collect(CASE WHEN e IS NULL THEN at END) AS missing,
  collect(CASE WHEN e IS NOT NULL THEN [at, e.record_hash, e.validation_warning] END) AS different
