MATCH (drug)-[e:`biolink:ameliorates_condition`]->(disease {id: 'DOID:3312'})
RETURN disease.id AS disease, drug.id AS drug, e.id AS e
