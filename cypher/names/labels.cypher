// Every label that the database knows. No parameters.
CALL db.labels() YIELD label AS name
RETURN name ORDER BY name
