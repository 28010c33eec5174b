// Edges between entities with records of a load that the present state of its source does not hold; what documents support
// goes with these. Parameters: earlier (prefix of the load's entries), current (prefix of those of the present state).
MATCH (s:`biolink:NamedThing`)-[e]->(o:`biolink:NamedThing`)
WHERE any(entry IN e.record_hash
  WHERE entry STARTS WITH $earlier AND NOT entry STARTS WITH $current AND NOT entry CONTAINS '-')
RETURN elementId(e) AS element, e.id AS id, e.record_hash AS entries,
  [s.id, o.id, e.original_subject, e.original_object, e.subject_local_id, e.object_local_id] AS names
