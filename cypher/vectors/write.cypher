// Purpose: give sentences their vectors, and say which encoder made them.
// Parameters: encoder (name), rows (id, vector).
UNWIND $rows AS row
MATCH (s:Sentence {id: row.id})
CALL db.create.setNodeVectorProperty(s, 'embedding', row.vector)
SET s.embedded_by = $encoder
RETURN count(*) AS written
