// The results of a protocol step and their later uses, by stated or derived edges.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: protocol document ~ wlp:protocol_104 : the id of the document
// param: sentence int ~ 4 : the number of the sentence, as in steps_of_protocol
MATCH (:Document {id: $protocol})-[:HAS_SENTENCE]->(made_in:Sentence)<-[:IN_SENTENCE]-(step:Mention)
WHERE made_in.index = $sentence - 1
  AND step.native_type IN ['verb', 'process']
MATCH (step)-[link]-(result:Mention)
WHERE (link.original_predicate = 'product' AND startNode(link) = step)
   OR (link.original_predicate = 'based_on' AND result.start > step.start)
OPTIONAL MATCH (result)-[:`biolink:related_to`*0..5 {original_predicate: 'equal'}]-(same:Mention)
WITH DISTINCT step, link, result, coalesce(same, result) AS same
OPTIONAL MATCH (same)-[use]-(action:Mention)
WHERE action.native_type IN ['verb', 'process']
  AND action.start > step.start
  AND use.original_predicate IN ['is_object_of', 'use_reagent', 'to', 'from']
WITH DISTINCT step, link, result,
     CASE WHEN result.native_type IN ['verb', 'process'] THEN result ELSE action END AS action
OPTIONAL MATCH (action)-[:IN_SENTENCE]->(used_in:Sentence)
WITH step, result, link, action, used_in
ORDER BY step.start, result.start, used_in.index, action.start
RETURN step.name AS step,
       CASE WHEN result.native_type IN ['verb', 'process'] THEN null ELSE result.name END AS result,
       coalesce(link.derived, false) AS derived,
       link.extraction_confidence_score AS confidence,
       used_in.index + 1 AS sentence,
       action.name AS used_by,
       used_in.text AS text
