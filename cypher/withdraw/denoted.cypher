// The entities that mentions of documents denote. Parameters: ids.
UNWIND $ids AS id
MATCH (:Document {id: id})-[:HAS_SENTENCE]->()<-[:IN_SENTENCE]-()-[:DENOTES]->(n)
RETURN DISTINCT n.id AS id
