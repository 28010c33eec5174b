// Set the records of edges. Parameters: rows (element: element id, entries).
UNWIND $rows AS row
MATCH ()-[e]->() WHERE elementId(e) = row.element
SET e.record_hash = row.entries
