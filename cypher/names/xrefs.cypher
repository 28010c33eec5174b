// Purpose: the ids of all entities with their cross references. No parameters.
MATCH (n:`biolink:NamedThing`)
WHERE n.id IS NOT NULL
RETURN n.id AS id, n.xref AS xref
