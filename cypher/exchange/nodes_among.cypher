// Read nodes by their ids. Parameters: ids (list of text).
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing`|Mention|Sentence|Document {id: id})
RETURN n AS node
