// Create documents. Parameters: rows (property maps).
UNWIND $rows AS row
CREATE (d:Document)
SET d = row
