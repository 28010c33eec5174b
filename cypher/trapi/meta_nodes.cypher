// The categories of entities in use with the prefixes of their ids and their properties. No parameters.
MATCH (n:`biolink:NamedThing`)
RETURN coalesce(head(n.category), 'biolink:NamedThing') AS category, split(n.id, ':')[0] AS prefix, keys(n) AS slots,
  count(*) AS count
