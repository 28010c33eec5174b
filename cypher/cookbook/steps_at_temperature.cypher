// Steps at a stated temperature within limits, for some time if wanted, with their times and the sentence.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: min_celsius float = 36.5 : lowest temperature in degrees Celsius
// param: max_celsius float = 37.5 : highest temperature in degrees Celsius; no limit where it is below the lowest
// param: min_minutes float = 0 : at least one stated time is this long; 0 for steps without a time, too
// param: verb name = "" : only steps whose verb starts like this (incubat); empty for every step
MATCH (value:Mention)
WHERE value.si_value >= $min_celsius + 273.15 - 0.000001
  AND ($max_celsius < $min_celsius OR value.si_value <= $max_celsius + 273.15 + 0.000001)
  AND value.native_type = 'temperature'
  AND value.si_unit = 'K'
MATCH (step:Mention)-[link]-(value)
WHERE step.native_type IN ['verb', 'process']
  AND step.normalised STARTS WITH $verb
  AND link.original_predicate IN ['have_parameter', 'in_condition_of', 'have_property']
  AND NOT coalesce(link.negated, false)
WITH step, collect(DISTINCT value.name) AS temperatures, min(value.si_value) - 273.15 AS celsius
MATCH (step)-[:IN_SENTENCE]->(sentence:Sentence)
OPTIONAL MATCH (step)-[during]-(time:Mention {native_type: 'time'})
WHERE during.original_predicate IN ['have_parameter', 'in_condition_of', 'have_property']
WITH sentence, step, temperatures, celsius, collect(DISTINCT time.name) AS times, max(time.si_value) AS longest
WHERE coalesce(longest, 0) >= $min_minutes * 60
RETURN sentence.document_id AS protocol,
       sentence.index + 1 AS sentence,
       step.name AS step,
       temperatures,
       round(celsius, 2) AS lowest_celsius,
       times,
       sentence.text AS text
ORDER BY lowest_celsius, protocol, sentence, step
