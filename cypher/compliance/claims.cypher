// What claims say: the categories of both ends and the predicate, with the number of claims and one of them.
MATCH (s:`biolink:NamedThing`)-[e]->(o:`biolink:NamedThing`)
WHERE type(e) STARTS WITH 'biolink:'
RETURN s.category AS subject, type(e) AS predicate, o.category AS object, count(*) AS count, min(e.id) AS example
