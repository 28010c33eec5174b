// As meta_edges, of the claims between mentions: the categories of what they denote, or their own.
// Identifiers: type (a Biolink predicate). Parameters: slots (names of qualifiers).
MATCH (s:Mention)-[e:$$type$$]->(o:Mention)
WHERE NOT coalesce(e.negated, false)
OPTIONAL MATCH (s)-[:DENOTES]->(from)
OPTIONAL MATCH (o)-[:DENOTES]->(to)
RETURN coalesce(head(from.category), s.category, 'biolink:NamedThing') AS subject,
  coalesce(head(to.category), o.category, 'biolink:NamedThing') AS object,
  [slot IN $slots WHERE e[slot] IS NOT NULL | [slot, e[slot]]] AS qualifiers, keys(e) AS slots, count(*) AS count
