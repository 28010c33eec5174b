// List the relationship types in use that are Biolink predicates, in order. No parameters.
CALL db.relationshipTypes() YIELD relationshipType
WHERE relationshipType STARTS WITH 'biolink:'
RETURN relationshipType AS type
ORDER BY type
