MATCH (drug)-[e:`biolink:affects`]->(gene)
WHERE any(p IN e.publications WHERE p STARTS WITH 'PMID:1')
RETURN drug.id AS drug, gene.id AS gene, e.id AS e
