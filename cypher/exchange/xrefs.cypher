// Read a page of the entities with cross references, in the order of ids. Parameters: after, most.
MATCH (n:`biolink:NamedThing`)
USING INDEX n:`biolink:NamedThing`(id)
WHERE n.id > $after AND n.xref IS NOT NULL
RETURN n.id AS id, n.name AS name, n.category AS categories, n.xref AS xrefs
ORDER BY n.id LIMIT $most
