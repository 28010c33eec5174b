MATCH (a {id: 'DOID:594'})-[e]-(b:`biolink:NamedThing`)
RETURN a.id AS a, b.id AS b, e.id AS e
