// Steps at a stated centrifugal force, strongest first. Speeds in rpm are left out, because the force depends on the
// radius of the rotor.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: min_g float = 0 : lowest force, in multiples of g
// param: max_g float = 1000000 : highest force, in multiples of g
MATCH (step:Mention)-[link]-(force:Mention)
WHERE step.native_type IN ['verb', 'process']
  AND force.native_type = 'force'
  AND force.si_unit = 'm/s^2'
  AND link.original_predicate IN ['have_parameter', 'in_condition_of', 'have_property']
  AND NOT coalesce(link.negated, false)
WITH DISTINCT step, force, force.si_value / 9.80665 AS g
WHERE $min_g <= g AND g <= $max_g
MATCH (step)-[:IN_SENTENCE]->(sentence:Sentence)
OPTIONAL MATCH (step)-[during]-(time:Mention {native_type: 'time'})
WHERE during.original_predicate IN ['have_parameter', 'in_condition_of']
RETURN sentence.document_id AS protocol,
       sentence.index + 1 AS sentence,
       step.name AS step,
       force.name AS force,
       round(g, 1) AS times_g,
       collect(DISTINCT time.name) AS times,
       sentence.text AS text
ORDER BY times_g DESC, protocol, sentence, step
