// Mentions of one native type in sentences of new documents. Parameters: rows (property maps). Identifiers: labels.
UNWIND $rows AS row
MATCH (s:Sentence {id: row.sentence_id})
CREATE (m:$$labels$$)-[:IN_SENTENCE]->(s)
SET m = row
RETURN count(*) AS created
