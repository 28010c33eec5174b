// Steps hotter than one temperature for longer than one time, with the sentence that states it.
// A step with several temperatures or times counts when one of each exceeds the limits; all are shown.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: min_celsius float = 37 : the temperature to exceed, in degrees Celsius
// param: min_minutes float = 30 : the time to exceed, in minutes
// param: verb name = "" : only steps whose verb starts like this (incubat); empty for every step
MATCH (step:Mention)-[link]-(value:Mention)
WHERE step.native_type IN ['verb', 'process']
  AND step.normalised STARTS WITH $verb
  AND value.native_type IN ['temperature', 'time']
  AND value.si_value IS NOT NULL
  AND link.original_predicate IN ['have_parameter', 'in_condition_of', 'have_property']
  AND NOT coalesce(link.negated, false)
WITH step, collect(DISTINCT value) AS values
WITH step,
     [v IN values WHERE v.native_type = 'temperature' AND v.si_unit = 'K'] AS temperatures,
     [v IN values WHERE v.native_type = 'time' AND v.si_unit = 's'] AS times
WHERE any(v IN temperatures WHERE v.si_value > $min_celsius + 273.15 + 0.000001)
  AND any(v IN times WHERE v.si_value > $min_minutes * 60 + 0.000001)
MATCH (step)-[:IN_SENTENCE]->(sentence:Sentence)
RETURN sentence.document_id AS protocol,
       sentence.index + 1 AS sentence,
       step.name AS step,
       [v IN temperatures | v.name] AS temperatures,
       [v IN times | v.name] AS times,
       round(reduce(top = 0.0, kelvin IN [v IN temperatures | coalesce(v.si_upper, v.si_value)] |
         CASE WHEN kelvin > top THEN kelvin ELSE top END) - 273.15, 2) AS highest_celsius,
       round(reduce(top = 0.0, seconds IN [v IN times | coalesce(v.si_upper, v.si_value)] |
         CASE WHEN seconds > top THEN seconds ELSE top END) / 60, 2) AS longest_minutes,
       sentence.text AS text
ORDER BY highest_celsius DESC, longest_minutes DESC, protocol, sentence
