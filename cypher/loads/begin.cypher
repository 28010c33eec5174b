// Create the node of a load at its first record, or resume it. Parameters: id, properties.
MERGE (l:Load {id: $id})
REMOVE l.reason, l.withdrawn, l.in_bulk
SET l += $properties, l.updated = datetime()
RETURN properties(l) AS load
