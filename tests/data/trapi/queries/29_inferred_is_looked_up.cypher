MATCH (drug)-[e:`biolink:treats`|`biolink:ameliorates_condition`]->(disease)
WHERE disease.id IN ['DOID:2841', 'DOID:9360'] AND NOT e.negated
RETURN drug.id AS drug, 'DOID:2841' AS disease, e.id AS e
