// Read the relationships between nodes given by their ids. Parameters: ids (list of text).
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing`|Mention|Sentence|Document {id: id})-[e]->(m)
WHERE m.id IN $ids
RETURN n.id AS start, type(e) AS type, properties(e) AS properties, m.id AS end
