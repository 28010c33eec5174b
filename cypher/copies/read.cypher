// The edges of some ids: element ids, those of their ends, properties. Parameters: ids. Identifiers: type.
UNWIND $ids AS id
MATCH (s)-[e:$$type$$ {id: id}]->(o)
RETURN id, elementId(e) AS element, [elementId(s), elementId(o)] AS ends, properties(e) AS properties
ORDER BY id, element
