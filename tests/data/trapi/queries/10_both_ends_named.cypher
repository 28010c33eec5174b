MATCH (b)-[e]->(a {id: 'DOID:418'})
WHERE b.id IN ['DRUGBANK:DB00635', 'DRUGBANK:DB01234']
RETURN a.id AS a, b.id AS b, e.id AS e
