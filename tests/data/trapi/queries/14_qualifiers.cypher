MATCH (drug)-[e:`biolink:affects`]->(gene {id: 'NCBIGene:5743'})
WHERE e.object_aspect_qualifier = 'activity' AND e.object_direction_qualifier = 'decreased'
RETURN drug.id AS drug, gene.id AS gene, e.id AS e
