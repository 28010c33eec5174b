// Keys of one memory with their vectors, each tied to its example.
// Parameters: rows (properties, vector, example: element id). Identifiers: key.
UNWIND $rows AS row
MATCH (e) WHERE elementId(e) = row.example
CREATE (k:MemoryKey:$$key$$)-[:FROM_EXAMPLE]->(e)
SET k = row.properties
WITH k, row
CALL db.create.setNodeVectorProperty(k, 'embedding', row.vector)
RETURN count(*) AS written
