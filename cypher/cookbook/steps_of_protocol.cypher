// The steps of one protocol in text order: action, whether it is denied ("do not vortex"), objects, reagents and devices, parameters, and the next step.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: protocol document ~ wlp:protocol_350 : the id of the document
MATCH (:Document {id: $protocol})-[:HAS_SENTENCE]->(sentence:Sentence)<-[:IN_SENTENCE]-(step:Mention)
WHERE step.native_type = 'verb'
OPTIONAL MATCH (step)-[link]-(other:Mention)
WHERE link.original_predicate IS NOT NULL
WITH sentence, step, link, other
ORDER BY other.start
WITH sentence, step,
     collect(DISTINCT CASE WHEN link.original_predicate = 'is_object_of' THEN other.name END) AS acts_on,
     collect(DISTINCT CASE WHEN link.original_predicate IN
       ['use_reagent', 'use_device', 'use_method', 'use_software', 'apply_material'] THEN other.name END) AS uses,
     collect(DISTINCT CASE WHEN link.original_predicate IN
       ['have_parameter', 'in_condition_of', 'repetitions'] THEN other.name END) AS settings,
     collect(DISTINCT CASE WHEN type(link) = 'biolink:precedes' AND startNode(link) = step
       THEN other.name END) AS then,
     any(each IN collect(link) WHERE coalesce(each.negated, false)) AS denied
ORDER BY sentence.index, step.start
RETURN sentence.index + 1 AS sentence, step.name AS step, denied, acts_on, uses, settings, then, sentence.text AS text
