// Create edges between nodes of one label. Parameters: rows (property maps; `predicate` is the type). Identifiers: end.
UNWIND $rows AS row
MATCH (s:$$end$$ {id: row.subject})
MATCH (o:$$end$$ {id: row.object})
CREATE (s)-[e:$(row.predicate)]->(o)
SET e = row
RETURN count(*) AS created
