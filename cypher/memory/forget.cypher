// Forget that there is a memory of this name. Parameters: name.
MATCH (m:Memory {name: $name})
DELETE m
RETURN count(*) AS deleted
