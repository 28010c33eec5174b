// Create edges between entities by columns, by the internal ids under which their ends were found.
// Parameters: parts (type; subjects and objects: internal ids; shared: properties of all; columns: those of each one's own,
// the ids of subject and object first). Identifiers: columns (their names).
// An internal id may belong to another node since: only ends that have the ids of the columns are joined.
UNWIND $parts AS part
UNWIND range(0, size(part.subjects) - 1) AS at
MATCH (s) WHERE id(s) = part.subjects[at]
MATCH (o) WHERE id(o) = part.objects[at]
WITH part, at, s, o
WHERE s.id = part.columns[0][at] AND o.id = part.columns[1][at]
CREATE (s)-[e:$(part.type) {$$columns$$}]->(o)
SET e += part.shared
RETURN count(*) AS created
