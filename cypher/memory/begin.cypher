// Create a memory, not yet complete. Parameters: name, settings (property map).
MERGE (m:Memory {name: $name})
SET m = $settings, m.name = $name, m.complete = false
RETURN count(*) AS written
