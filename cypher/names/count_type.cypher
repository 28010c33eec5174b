// Number of edges of a type, from the count store. Identifiers: type. No parameters.
MATCH ()-[e:$$type$$]->() RETURN count(e) AS count
