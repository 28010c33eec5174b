// Create edges of one type between nodes of one label. Parameters: rows (property maps). Identifiers: type, end.
UNWIND $rows AS row
MATCH (s:$$end$$ {id: row.subject})
MATCH (o:$$end$$ {id: row.object})
CREATE (s)-[e:$$type$$]->(o)
SET e = row
RETURN count(*) AS created
