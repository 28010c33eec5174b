// Create mentions in sentences of new documents. Parameters: rows (label: of the native type, properties: map).
UNWIND $rows AS row
MATCH (s:Sentence {id: row.properties.sentence_id})
CREATE (m:Mention)-[:IN_SENTENCE]->(s)
SET m = row.properties, m:$(row.label)
