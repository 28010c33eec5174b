// Restate unchanged edges in the present state of their source and of their ends. Parameters: rows (id, record_hash, warning).
// Identifiers: type.
UNWIND $rows AS row
MATCH ()-[e:$$type$$ {id: row.id}]->()
SET e.record_hash = row.record_hash, e.validation_warning = row.warning
