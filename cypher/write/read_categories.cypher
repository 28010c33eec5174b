// The categories of entities that may be ends of edges; an absent id has no node. Parameters: ids.
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
RETURN id, n.category AS category
