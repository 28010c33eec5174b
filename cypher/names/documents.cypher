// Ids of documents: the one asked for, or without a name those that begin alike. Parameters: name, start, most.
MATCH (d:Document)
WHERE d.id STARTS WITH $start AND ($name IS NULL OR d.id = $name)
RETURN d.id AS name LIMIT $most
