// Delete the node of a memory. Parameters: name.
MATCH (m:Memory {name: $name})
DELETE m
RETURN count(*) AS deleted
