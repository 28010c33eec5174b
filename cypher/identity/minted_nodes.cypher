// The entities that were minted here and stand in the graph. Parameters: minted.
MATCH (n:`biolink:NamedThing`) WHERE n.id STARTS WITH $minted
RETURN n.id AS id, n.name AS name, n.category AS categories
