// Purpose: what sources say of a drug and a disease themselves: that it treats it, eases it, or is tried against it.
// Parameters: drugs (ids), diseases (ids).
MATCH (drug:`biolink:NamedThing`)-[edge:`biolink:treats`|`biolink:ameliorates_condition`|`biolink:in_clinical_trials_for`]->(disease:`biolink:NamedThing`)
WHERE drug.id IN $drugs AND disease.id IN $diseases AND NOT coalesce(edge.negated, false)
RETURN properties(drug) AS drug, properties(disease) AS disease, type(edge) AS type,
  drug.id AS start, disease.id AS end, properties(edge) AS edge
ORDER BY edge.id
LIMIT 5
