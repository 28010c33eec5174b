// Every property that the database knows. No parameters.
CALL db.propertyKeys() YIELD propertyKey AS name
RETURN name ORDER BY name
