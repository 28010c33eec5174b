// Create entities with one set of labels. Parameters: rows (property maps). Identifiers: labels.
UNWIND $rows AS row
CREATE (n:$$labels$$)
SET n += row
