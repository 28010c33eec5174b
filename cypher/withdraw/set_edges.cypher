// Edges that lost some of what supports them. Parameters: rows (element: element id, properties).
UNWIND $rows AS row
MATCH ()-[e]->() WHERE elementId(e) = row.element
SET e = row.properties
