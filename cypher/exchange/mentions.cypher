// Stream every mention as a node, with the entities that it denotes, in the order of ids. No parameters.
MATCH (n:Mention)
WHERE n.id IS NOT NULL
RETURN properties(n) AS properties,
       [(n)-[:DENOTES]->(thing) WHERE thing.id IS NOT NULL | thing.id] AS denoted
ORDER BY n.id
