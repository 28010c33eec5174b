MATCH (a {id: 'NCBIGene:5742'})-[e:`biolink:physically_interacts_with`]-(b)
RETURN a.id AS a, b.id AS b, e.id AS e
