MATCH (drug)-[e:`biolink:affects`]->(gene)
WHERE gene.id IN ['NCBIGene:5742', 'NCBIGene:5743'] AND (e.object_direction_qualifier IN ['increased', 'upregulated'] OR e.object_aspect_qualifier = 'activity')
RETURN drug.id AS drug, gene.id AS gene, e.id AS e
