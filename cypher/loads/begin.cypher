// Begin a load at its first record, or carry it on. Parameters: id, properties.
MERGE (l:Load {id: $id})
SET l += $properties, l.updated = datetime()
RETURN properties(l) AS load
