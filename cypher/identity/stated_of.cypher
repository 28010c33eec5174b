// The names by which edges state ids that have another canonical entity now; none where the id itself is stated.
// Parameters: rows (id, canonical).
UNWIND $rows AS row
MATCH (n:`biolink:NamedThing` {id: row.canonical})-[e]-()
WHERE e.original_subject = row.id OR e.original_object = row.id
  OR e.subject_local_id = row.id OR e.object_local_id = row.id
RETURN row.id AS id, [e.original_subject, e.original_object] AS names, e.support IS NOT NULL AS supported
