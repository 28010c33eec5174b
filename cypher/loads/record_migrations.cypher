// Record that migrations were applied; gives the names of those whose first call this is. Parameters: names.
UNWIND $names AS name
MERGE (m:Migration {name: name})
ON CREATE SET m.applied = datetime(), m.fresh = true
WITH m, name WHERE m.fresh
REMOVE m.fresh
RETURN name
