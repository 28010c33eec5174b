// Purpose: diseases with all that they are kinds of, themselves among it, up to two steps up.
// Parameters: diseases (ids).
MATCH (n:`biolink:NamedThing`) WHERE n.id IN $diseases
MATCH (n)-[:`biolink:subclass_of`*0..2]->(wider:`biolink:NamedThing`)
RETURN DISTINCT n.id AS id, wider.id AS wider
ORDER BY id, wider
