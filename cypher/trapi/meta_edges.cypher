// What one predicate joins: the categories of its ends, the qualifiers that say more, the properties. Denied claims do not count.
// Identifiers: type (a Biolink predicate). Parameters: slots (names of qualifiers).
MATCH (s:`biolink:NamedThing`)-[e:$$type$$]->(o:`biolink:NamedThing`)
WHERE NOT coalesce(e.negated, false)
RETURN coalesce(head(s.category), 'biolink:NamedThing') AS subject,
  coalesce(head(o.category), 'biolink:NamedThing') AS object,
  [slot IN $slots WHERE e[slot] IS NOT NULL | [slot, e[slot]]] AS qualifiers, keys(e) AS slots, count(*) AS count
