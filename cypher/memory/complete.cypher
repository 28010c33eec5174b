// Mark a memory as complete. Parameters: name.
MATCH (m:Memory {name: $name})
SET m.complete = true
RETURN count(*) AS written
