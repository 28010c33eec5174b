// Edges between entities that sentences of documents support. Parameters: ids.
UNWIND $ids AS id
MATCH (:Document {id: id})-[:HAS_SENTENCE]->()<-[:IN_SENTENCE]-()-[:DENOTES]->(n)
WITH DISTINCT n
MATCH (n)-[e]-(:`biolink:NamedThing`)
WHERE any(document IN coalesce(e.document_ids, []) WHERE document IN $ids)
RETURN DISTINCT elementId(e) AS element, properties(e) AS properties
