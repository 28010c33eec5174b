// Move the checkpoint together with the batch's data. Parameters: id, properties.
MATCH (l:Load {id: $id})
SET l += $properties, l.updated = datetime()
RETURN l.position AS position
