MATCH (a {id: 'DOID:418'})-[e:`biolink:has_phenotype`|`biolink:disease_has_location`]->(b)
RETURN a.id AS a, b.id AS b, e.id AS e
