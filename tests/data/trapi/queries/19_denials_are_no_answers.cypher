MATCH (drug {id: 'DRUGBANK:DB00482'})-[e]-(disease)
WHERE disease.id IN ['DOID:2841', 'DOID:9360'] AND NOT e.negated
RETURN 'DOID:2841' AS disease, drug.id AS drug, e.id AS e
