MATCH (drug)-[e0:`biolink:affects`]->(gene)-[e1:`biolink:gene_associated_with_condition`|`biolink:associated_with`]->(disease {id: 'DOID:7148'})
MATCH (drug)-[e2:`biolink:treats`|`biolink:ameliorates_condition`]->(disease)
RETURN drug.id AS drug, gene.id AS gene, disease.id AS disease, e0.id AS e0, e1.id AS e1, e2.id AS e2
