// Read a page of the mentions as nodes, with the entities that they denote, in the order of ids.
// Parameters: ids (of those that are read, null for all), after, most.
MATCH (n:Mention)
USING INDEX n:Mention(id)
WHERE n.id > $after AND ($ids IS NULL OR n.id IN $ids)
WITH n ORDER BY n.id LIMIT $most
RETURN n.id AS id, properties(n) AS properties,
       [(n)-[:DENOTES]->(thing) WHERE thing.id IS NOT NULL | thing.id] AS denoted
ORDER BY id
