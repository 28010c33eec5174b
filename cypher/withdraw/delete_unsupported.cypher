// Delete entities that still have no edge. Parameters: elements (element ids).
UNWIND $elements AS element
MATCH (n) WHERE elementId(n) = element AND NOT (n)--()
DELETE n
RETURN count(*) AS entities
