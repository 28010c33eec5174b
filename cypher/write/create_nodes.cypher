// Create entities with one set of labels; their internal ids, in the order of the rows.
// Parameters: rows (property maps). Identifiers: labels.
UNWIND $rows AS row
CREATE (n:$$labels$$)
SET n += row
RETURN collect(id(n)) AS nodes
