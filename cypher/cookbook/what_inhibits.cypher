// What is stated to lower the activity or abundance of an entity, one row a sentence; negated claims last.
// needs: biolink:affects|biolink:negatively_correlated_with : effects of substances, such as ChemProt or abstracts that were extracted (bioloom load abstracts/ --extract local)
// param: target entity ~ p62 : the name, a synonym or the CURIE of the entity
MATCH (target:`biolink:NamedThing`)
WHERE target.id IN $target
MATCH (target)-[claim:`biolink:affects`|`biolink:negatively_correlated_with`]-(agent:`biolink:NamedThing`)
WHERE claim.predicate = 'biolink:negatively_correlated_with'
   OR (endNode(claim) = target AND claim.object_direction_qualifier IN ['decreased', 'downregulated'])
UNWIND CASE WHEN size(coalesce(claim.sentence_ids, [])) > 0 THEN claim.sentence_ids ELSE [null] END AS sentence_id
OPTIONAL MATCH (document:Document)-[:HAS_SENTENCE]->(sentence:Sentence {id: sentence_id})
RETURN agent.name AS agent,
       agent.id AS agent_id,
       target.name AS target,
       coalesce(claim.negated, false) AS negated,
       claim.predicate AS predicate,
       claim.object_aspect_qualifier AS aspect,
       sentence.text AS sentence,
       document.title AS title,
       document.id AS document,
       claim.publications AS publications,
       claim.primary_knowledge_source AS source,
       claim.extractor AS extractor,
       claim.extraction_confidence_score AS confidence
ORDER BY negated, confidence DESC, agent, document, sentence
