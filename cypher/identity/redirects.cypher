// The canonical entities of ids, where these are in the graph. Parameters: ids.
UNWIND $ids AS id
MATCH (i:Identity {id: id})
MATCH (n:`biolink:NamedThing` {id: i.canonical})
RETURN id, n.id AS canonical, n.category AS categories, i.method AS method, i.score AS score
