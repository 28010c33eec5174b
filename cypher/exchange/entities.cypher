// Stream every entity with its properties, in the order of ids. No parameters.
MATCH (n:`biolink:NamedThing`)
WHERE n.id IS NOT NULL
RETURN properties(n) AS properties
ORDER BY n.id
