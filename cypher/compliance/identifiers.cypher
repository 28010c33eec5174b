// The prefixes of ids by category, with the number of entities and one of them.
MATCH (n:`biolink:NamedThing`)
RETURN n.category AS categories, split(n.id, ':')[0] AS prefix, count(*) AS count, min(n.id) AS example
