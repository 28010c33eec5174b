// Whether an edge of one type has an id: the type, or no row. Planned for each type of a graph, so it is short.
// Identifiers: type. Parameters: id.
MATCH ()-[edge:$$type$$ {id: $id}]->()
RETURN type(edge) AS type
LIMIT 1
