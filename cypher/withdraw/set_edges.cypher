// Update edges that lost part of their support. Parameters: rows (element: element id, properties).
UNWIND $rows AS row
MATCH ()-[e]->() WHERE elementId(e) = row.element
SET e = row.properties
