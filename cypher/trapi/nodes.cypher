// The entities of an answer. Parameters: ids (list of text).
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
RETURN n.id AS id, properties(n) AS properties
