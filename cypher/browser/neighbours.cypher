// The neighbourhood of one entity; a double click on a node opens its own.
// param: about entity ~ asthma : the name, a synonym or an id of the entity
MATCH path = (entity:`biolink:NamedThing`)-[claim]-(:`biolink:NamedThing`)
WHERE entity.id IN $about AND claim.predicate IS NOT NULL
RETURN path LIMIT 100
