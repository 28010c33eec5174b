// Read a page of the claims of one relationship type between nodes of one kind, in the order of ids: a walk
// along the index of ids, so that the database holds no more than the page.
// Identifiers: type (a Biolink predicate), end (biolink:NamedThing or Mention), any_ends (labels of which both ends
// have one). Parameters: sources (infores CURIEs, empty for all), after, most.
MATCH (subject:$$end$$)-[e:$$type$$]->(object:$$end$$)
USING INDEX e:$$type$$(id)
WHERE e.id > $after AND (size($sources) = 0 OR e.primary_knowledge_source IN $sources)
  AND subject:$$any_ends$$ AND object:$$any_ends$$
RETURN e.id AS id, subject.id AS subject, type(e) AS predicate, object.id AS object, properties(e) AS properties
ORDER BY e.id LIMIT $most
