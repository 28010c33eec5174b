// Read a page of the entities with their properties, in the order of ids. Parameters: ids (of those that are
// read, null for all), after, most.
MATCH (n:`biolink:NamedThing`)
USING INDEX n:`biolink:NamedThing`(id)
WHERE n.id > $after AND ($ids IS NULL OR n.id IN $ids)
RETURN n.id AS id, properties(n) AS properties
ORDER BY n.id LIMIT $most
