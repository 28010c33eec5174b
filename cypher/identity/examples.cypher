// One example sentence for each of some minted names. Parameters: ids.
UNWIND $ids AS id
MATCH (m:Mention)-[:DENOTES {local_id: id}]->()
WITH id, min(m.id) AS first
MATCH (m:Mention {id: first})-[:IN_SENTENCE]->(s:Sentence)
RETURN id, s.text AS sentence
