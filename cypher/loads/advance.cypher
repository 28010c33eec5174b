// Advance the checkpoint in the transaction of the batch. Parameters: id, properties.
MATCH (l:Load {id: $id})
SET l += $properties, l.updated = datetime()
RETURN l.position AS position
