// The ids of the edges of a type in order, each as often as it stands; by the index, nothing is sorted. Identifiers: type.
MATCH ()-[e:$$type$$]->() WHERE e.id >= ''
RETURN e.id AS id ORDER BY id
