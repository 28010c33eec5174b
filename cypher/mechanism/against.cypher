// Purpose: the drugs that are said to treat or ease diseases.
// Parameters: diseases (ids), without (sources that are left out).
MATCH (disease:`biolink:NamedThing`) WHERE disease.id IN $diseases
MATCH (disease)<-[use:`biolink:treats`|`biolink:ameliorates_condition`]-(drug:`biolink:NamedThing`)
WHERE NOT coalesce(use.negated, false) AND NOT use.primary_knowledge_source IN $without
RETURN disease.id AS disease, collect(DISTINCT drug.id) AS drugs
ORDER BY disease
