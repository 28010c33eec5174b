// Delete edges that were moved. Parameters: elements (element ids).
UNWIND $elements AS element
MATCH ()-[e]->() WHERE elementId(e) = element
DELETE e
