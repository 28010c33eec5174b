// Create sentences of new documents. Parameters: rows (property maps).
UNWIND $rows AS row
MATCH (d:Document {id: row.document_id})
CREATE (d)-[:HAS_SENTENCE]->(s:Sentence)
SET s = row
