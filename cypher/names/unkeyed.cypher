// Purpose: entities without name keys, written before these existed. No parameters.
MATCH (n:`biolink:NamedThing`)
WHERE n.name_keys IS NULL AND (n.name IS NOT NULL OR n.synonym IS NOT NULL)
RETURN n.id AS id, n.name AS name, n.synonym AS synonym
