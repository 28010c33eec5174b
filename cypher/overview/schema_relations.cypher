// Purpose: which relationship types join which nodes, in their direction, with the most frequent native relations that
//   they stand for and an example. Every relationship is read.
// Parameters: natives (native relations listed).
MATCH (s)-[e]->(o)
WITH CASE WHEN s:`biolink:NamedThing` THEN coalesce(head(s.category), 'biolink:NamedThing') WHEN s:Mention THEN 'Mention'
       ELSE head(labels(s)) END AS subject,
     type(e) AS relation,
     CASE WHEN type(e) = 'DENOTES' THEN 'biolink:NamedThing'
       WHEN o:`biolink:NamedThing` THEN coalesce(head(o.category), 'biolink:NamedThing') WHEN o:Mention THEN 'Mention'
       ELSE head(labels(o)) END AS object,
     e.original_predicate AS native,
     count(*) AS held,
     min(elementId(e)) AS one
ORDER BY held DESC, native
WITH subject, relation, object, sum(held) AS count, collect(native) AS natives, head(collect(one)) AS one
MATCH (s)-[e]->(o)
WHERE elementId(e) = one
RETURN subject, relation, object, natives[..$natives] AS native, count,
       coalesce(s.name, s.title, s.id) + ' → ' + coalesce(o.name, o.text, o.id) AS example
ORDER BY subject = 'Mention' OR NOT relation STARTS WITH 'biolink:', subject, count DESC, relation, object
