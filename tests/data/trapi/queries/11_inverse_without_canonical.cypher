MATCH (disease {id: 'DOID:1324'})-[e:`biolink:disease_has_location`]->(place)
RETURN place.id AS place, disease.id AS disease, e.id AS e
