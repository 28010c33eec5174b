// Purpose: write sentence vectors and the name of their encoder.
// Parameters: encoder (name), rows (id, vector).
UNWIND $rows AS row
MATCH (s:Sentence {id: row.id})
CALL db.create.setNodeVectorProperty(s, 'embedding', row.vector)
SET s.embedded_by = $encoder
RETURN count(*) AS written
