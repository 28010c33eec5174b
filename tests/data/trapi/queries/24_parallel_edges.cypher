MATCH (drug {id: 'DRUGBANK:DB00482'})-[e0:`biolink:affects`]->(gene:`biolink:Gene`)
MATCH (drug)-[e1]-(gene)
RETURN drug.id AS drug, gene.id AS gene, e0.id AS e0, e1.id AS e1
