// The entities that mentions of documents name. Parameters: ids.
UNWIND $ids AS id
MATCH (:Document {id: id})-[:HAS_SENTENCE]->()<-[:IN_SENTENCE]-()-[:DENOTES]->(n)
RETURN DISTINCT n.id AS id
