MATCH (drug)-[e:`biolink:treats`|`biolink:ameliorates_condition`]->(disease)
WHERE disease.id IN ['DOID:1176', 'DOID:2841', 'DOID:9360'] AND NOT e.negated
RETURN 'DOID:1176' AS disease, drug.id AS drug, e.id AS e
