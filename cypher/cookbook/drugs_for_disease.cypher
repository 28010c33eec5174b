// The drugs stated to treat, ease or prevent a disease, each with its source; negated claims last.
// needs: biolink:treats|biolink:applied_to_treat|biolink:treats_or_applied_or_studied_to_treat|biolink:ameliorates_condition|biolink:preventative_for_condition|biolink:studied_to_treat|biolink:in_clinical_trials_for|biolink:beneficial_in_models_for : treatments of diseases, such as those of Hetionet (bioloom load hetionet/)
// param: disease entity ~ asthma : the name, a synonym or the CURIE of the disease
MATCH (disease:`biolink:NamedThing`:`biolink:DiseaseOrPhenotypicFeature`)
WHERE disease.id IN $disease
MATCH (drug:`biolink:NamedThing`)-[claim:`biolink:treats`|`biolink:applied_to_treat`
  |`biolink:ameliorates_condition`|`biolink:preventative_for_condition`|`biolink:studied_to_treat`
  |`biolink:treats_or_applied_or_studied_to_treat`|`biolink:in_clinical_trials_for`
  |`biolink:beneficial_in_models_for`]->(disease)
RETURN drug.id AS id,
       drug.name AS drug,
       claim.predicate AS predicate,
       coalesce(claim.negated, false) AS negated,
       disease.name AS disease,
       claim.primary_knowledge_source AS source,
       claim.knowledge_level AS knowledge_level,
       claim.agent_type AS agent_type,
       coalesce(claim.publications, []) AS publications,
       claim.original_predicate AS stated_as
ORDER BY negated, predicate, drug, id, source
