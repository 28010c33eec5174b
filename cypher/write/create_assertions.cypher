// Create edges between entities by the internal ids under which they were found.
// Parameters: rows (internal ids of subject and object, property map; its `predicate` is the type).
// An internal id may belong to another node since: only ends that have the ids of the map are joined.
UNWIND $rows AS row
MATCH (s) WHERE id(s) = row[0]
MATCH (o) WHERE id(o) = row[1]
WITH s, o, row[2] AS properties
WHERE s.id = properties.subject AND o.id = properties.object
CREATE (s)-[e:$(properties.predicate)]->(o)
SET e += properties
RETURN count(*) AS created
