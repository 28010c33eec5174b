// Record that a migration was applied; true for the first call. Parameters: name.
MERGE (m:Migration {name: $name})
ON CREATE SET m.applied = datetime(), m.fresh = true
WITH m, coalesce(m.fresh, false) AS fresh
REMOVE m.fresh
RETURN fresh
