// Read a page of the entities with their properties, in the order of ids. Parameters: after, most.
MATCH (n:`biolink:NamedThing`)
USING INDEX n:`biolink:NamedThing`(id)
WHERE n.id > $after
RETURN n.id AS id, properties(n) AS properties
ORDER BY n.id LIMIT $most
