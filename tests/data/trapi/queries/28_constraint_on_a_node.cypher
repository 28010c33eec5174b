MATCH (drug)-[e:`biolink:affects`|`biolink:regulates`]->(gene:`biolink:Gene`)
WHERE gene.in_taxon_label = ['Homo sapiens']
RETURN drug.id AS drug, gene.id AS gene, e.id AS e
