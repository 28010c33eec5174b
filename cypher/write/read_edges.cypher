// Whole edges, for merging another record into them. Parameters: ids. Identifiers: type.
UNWIND $ids AS id
MATCH ()-[e:$$type$$ {id: id}]->()
RETURN id, properties(e) AS properties
