// Create edges between entities by columns, by the internal ids under which their ends were found.
// Parameters: parts (type; subjects and objects: internal ids; shared: properties of all; columns: those of each one's own,
// the ids of subject and object first). Identifiers: columns and shared (their names).
// An internal id may belong to another node since: only ends that have the ids of the columns are joined.
// What is looked up in a map or a list once a part, and not once an edge, is a seventh of the time.
UNWIND $parts AS part
WITH part.type AS type, part.shared AS shared, part.subjects AS subjects, part.objects AS objects, $$columns_bound$$
UNWIND range(0, size(subjects) - 1) AS at
MATCH (s) WHERE id(s) = subjects[at]
MATCH (o) WHERE id(o) = objects[at]
WITH type, shared, at, s, o, $$columns_kept$$
WHERE s.id = column0[at] AND o.id = column1[at]
CREATE (s)-[e:$(type) {$$columns$$, $$shared$$}]->(o)
RETURN count(*) AS created
