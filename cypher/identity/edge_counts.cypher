// The number of edges of entities; an absent id has no node. Parameters: ids.
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
RETURN id, COUNT { (n)--() } AS edges
