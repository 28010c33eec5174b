// The claims of an answer. Parameters: ids (element ids of relationships).
UNWIND $ids AS element
MATCH (subject)-[e]->(object)
WHERE elementId(e) = element
RETURN element, subject.id AS subject, type(e) AS predicate, object.id AS object, properties(e) AS properties
