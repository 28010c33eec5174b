// Update edges whose record changed. Parameters: rows (property maps). Identifiers: type.
UNWIND $rows AS row
MATCH ()-[e:$$type$$ {id: row.id}]->()
SET e = row
