// Purpose: positions of those ids that no edge of one type has. Parameters: ids. Identifiers: type.
UNWIND range(0, size($ids) - 1) AS at
OPTIONAL MATCH ()-[e:$$type$$ {id: $ids[at]}]->()
WITH at, e WHERE e IS NULL
RETURN at
