MATCH (a {id: 'DOID:418'})-[e]-(b)
WHERE any(x IN b.category WHERE x IN ['biolink:PhenotypicFeature', 'biolink:AnatomicalEntity', 'biolink:Disease', 'biolink:Gene'])
RETURN a.id AS a, b.id AS b, e.id AS e
