MATCH (a {id: 'DOID:0000000'})-[e]-(b)
RETURN a.id AS a, b.id AS b, e.id AS e
