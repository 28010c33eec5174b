// Labelled sentences of one memory with their vectors. Parameters: rows (properties, vector). Identifiers: example.
UNWIND $rows AS row
CREATE (e:MemoryExample:$$example$$)
SET e = row.properties
WITH e, row
CALL db.create.setNodeVectorProperty(e, 'embedding', row.vector)
RETURN count(*) AS written
