// Read a page of the decisions that two ids are one thing, in the order of ids. Parameters: after, most.
MATCH (i:Identity)
USING INDEX i:Identity(id)
WHERE i.id > $after
WITH i ORDER BY i.id LIMIT $most
OPTIONAL MATCH (n:`biolink:NamedThing` {id: i.canonical})
RETURN i.id AS id, i.canonical AS object, n.name AS label, i.category AS category, i.justification AS justification,
       i.score AS score, i.source AS source
ORDER BY id
