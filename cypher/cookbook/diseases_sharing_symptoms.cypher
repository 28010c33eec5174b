// The diseases that share most symptoms with a disease, and which ones.
// needs: biolink:has_phenotype : symptoms of diseases, such as those of Hetionet (bioloom load hetionet/)
// param: disease entity ~ asthma : the name, a synonym or the CURIE of the disease
MATCH (disease:`biolink:NamedThing`:`biolink:Disease`)
WHERE disease.id IN $disease
MATCH (disease)-[one:`biolink:has_phenotype`]->(symptom)<-[two:`biolink:has_phenotype`]-(other:`biolink:Disease`)
WHERE other <> disease AND NOT coalesce(one.negated, false) AND NOT coalesce(two.negated, false)
WITH disease, other, symptom
ORDER BY symptom.name
WITH disease, other, collect(DISTINCT symptom.name) AS symptoms
RETURN other.id AS id, other.name AS disease, size(symptoms) AS shared, symptoms[..10] AS symptoms
ORDER BY shared DESC, disease, id
