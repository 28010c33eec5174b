// List the relationship types that are CURIEs: those of assertions, not of the structure of documents. No parameters.
CALL db.relationshipTypes() YIELD relationshipType AS type
WHERE type CONTAINS ':'
RETURN type ORDER BY type
