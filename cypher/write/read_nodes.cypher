// Whole entities, for merging another record into them. Parameters: ids.
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
RETURN id, properties(n) AS properties, labels(n) AS labels
