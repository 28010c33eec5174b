// Purpose: what is said of diseases and all drugs against them: that one treats it, eases it, or is tried against it.
// Parameters: diseases (ids).
MATCH (disease:`biolink:NamedThing`) WHERE disease.id IN $diseases
MATCH (disease)<-[edge:`biolink:treats`|`biolink:ameliorates_condition`|`biolink:in_clinical_trials_for`]-(drug:`biolink:NamedThing`)
WHERE NOT coalesce(edge.negated, false)
RETURN disease.id AS disease, drug.id AS drug, drug.name AS name, collect(DISTINCT type(edge)) AS uses
ORDER BY disease, drug
