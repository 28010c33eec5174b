MATCH (a)-[e:`biolink:has_phenotype`]->(b)
WHERE a.id IN ['DOID:418', 'DOID:594']
RETURN a.id AS a, b.id AS b, e.id AS e
