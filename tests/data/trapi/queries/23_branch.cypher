MATCH (drug)-[e0:`biolink:treats`|`biolink:ameliorates_condition`]->(disease {id: 'DOID:1826'})-[e1]-(sign {id: 'MESH:D020828'})
MATCH (disease)-[e2:`biolink:disease_has_location`]->(place)
WHERE place.id IN ['UBERON:0000033', 'UBERON:0002606']
RETURN disease.id AS disease, drug.id AS drug, sign.id AS sign, place.id AS place, e0.id AS e0, e1.id AS e1, e2.id AS e2
