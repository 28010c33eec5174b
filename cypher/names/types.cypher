// Every relationship type that the database knows. No parameters.
CALL db.relationshipTypes() YIELD relationshipType AS name
RETURN name ORDER BY name
