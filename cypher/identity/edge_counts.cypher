// How many edges entities have; an id that is absent has no node. Parameters: ids.
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
RETURN id, COUNT { (n)--() } AS edges
