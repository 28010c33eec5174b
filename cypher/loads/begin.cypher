// Create the node of a load at its first record, or resume it. Parameters: id, properties.
MERGE (l:Load {id: $id})
SET l += $properties, l.updated = datetime()
REMOVE l.reason, l.withdrawn
RETURN properties(l) AS load
