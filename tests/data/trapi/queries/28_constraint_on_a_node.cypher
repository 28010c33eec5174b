MATCH (drug)-[e:`biolink:affects`]->(gene {id: 'NCBIGene:5743'})
RETURN drug.id AS drug, gene.id AS gene, e.id AS e
