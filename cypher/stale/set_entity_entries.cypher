// Set the records of entities. Parameters: rows (element: element id, entries).
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row.element
SET n.record_hash = row.entries
