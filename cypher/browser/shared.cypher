// What joins two entities: the claims between them, and those by way of one other entity.
// param: one entity ~ asthma : the name, a synonym or an id of one entity
// param: other entity ~ "rheumatoid arthritis" : the name, a synonym or an id of the other entity
MATCH path = (one:`biolink:NamedThing`)-[claims*1..2]-(other:`biolink:NamedThing`)
WHERE one.id IN $one AND other.id IN $other AND all(claim IN claims WHERE claim.predicate IS NOT NULL)
RETURN path LIMIT 60
