// The decision on each id, and whether the id has a node. Parameters: ids.
UNWIND $ids AS id
OPTIONAL MATCH (i:Identity {id: id})
OPTIONAL MATCH (n:`biolink:NamedThing` {id: id})
RETURN id, properties(i) AS decision, n IS NOT NULL AS present, n.category AS categories
