// List the types of edges in the graph that are CURIEs: assertions, not the structure of documents. No parameters.
CALL db.relationshipTypes() YIELD relationshipType AS type
WHERE type CONTAINS ':'
RETURN type ORDER BY type
