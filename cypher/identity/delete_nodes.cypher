// Entities that were folded into others. Parameters: ids.
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
DELETE n
