// Mark a memory as whole. Parameters: name.
MATCH (m:Memory {name: $name})
SET m.complete = true
RETURN count(*) AS written
