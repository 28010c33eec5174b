// Stream the claims of one relationship type between nodes of one kind, in the order of ids.
// Identifiers: type (a Biolink predicate), end (biolink:NamedThing or Mention). No parameters.
MATCH (subject:$$end$$)-[e:$$type$$]->(object:$$end$$)
WHERE e.id IS NOT NULL
RETURN subject.id AS subject, type(e) AS predicate, object.id AS object, properties(e) AS properties
ORDER BY e.id
