// The steps that take longest, by the longest time that each states, up to a limit beyond which it is storage.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: min_hours float = 8 : shortest time to list, in hours
// param: max_hours float = 168 : longest time to list, in hours
// param: protocol document = "" : the id of one document; empty for all
MATCH (time:Mention)
WHERE $min_hours * 3600 <= time.si_value <= $max_hours * 3600 AND time.native_type = 'time' AND time.si_unit = 's'
  AND $protocol IN ['', time.document_id]
MATCH (step:Mention)-[link]-(time)
WHERE step.native_type IN ['verb', 'process']
  AND link.original_predicate IN ['have_parameter', 'in_condition_of', 'have_property']
  AND NOT coalesce(link.negated, false)
WITH step, max(coalesce(time.si_upper, time.si_value)) AS seconds, collect(DISTINCT time.name) AS times
MATCH (step)-[:IN_SENTENCE]->(sentence:Sentence)
RETURN sentence.document_id AS protocol,
       sentence.index + 1 AS sentence,
       step.name AS step,
       times,
       round(seconds / 3600.0, 2) AS hours,
       sentence.text AS text
ORDER BY hours DESC, protocol, sentence, step
