// Purpose: the mechanisms that drugs are said to work by, in the words of the source.
// Parameters: drugs (ids), without (sources that are left out).
MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN $drugs
MATCH (drug)-[edge:`biolink:affects`|`biolink:interacts_with`|`biolink:treats`|`biolink:in_clinical_trials_for`]->()
WHERE edge.mechanism IS NOT NULL AND NOT edge.primary_knowledge_source IN $without
RETURN drug.id AS drug, collect(DISTINCT edge.mechanism) AS mechanisms
ORDER BY drug
