// The entities, and the mentions that denote none, of an answer. Parameters: ids (list of text).
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing`|Mention {id: id})
RETURN n.id AS id, properties(n) AS properties
