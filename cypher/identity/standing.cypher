// How ids stand: their decision, and whether they have a node of their own. Parameters: ids.
UNWIND $ids AS id
OPTIONAL MATCH (i:Identity {id: id})
OPTIONAL MATCH (n:`biolink:NamedThing` {id: id})
RETURN id, properties(i) AS decision, n IS NOT NULL AS present, n.category AS categories
