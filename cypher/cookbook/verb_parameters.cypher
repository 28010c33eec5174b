// The parameter values of a verb over all protocols: smallest, median and largest, in SI units.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: verb verb ~ incubate : the verb
MATCH (step:Mention)-[link]-(value:Mention)
WHERE step.native_type IN ['verb', 'process']
  AND step.normalised = $verb
  AND value.si_value IS NOT NULL
  AND link.original_predicate IN ['have_parameter', 'in_condition_of', 'have_property', 'repetitions']
  AND NOT coalesce(link.negated, false)
WITH DISTINCT step, value
ORDER BY value.si_value
RETURN value.native_type AS parameter,
       value.si_unit AS unit,
       count(*) AS values,
       count(DISTINCT step.document_id) AS protocols,
       min(value.si_value) AS minimum,
       percentileCont(value.si_value, 0.5) AS median,
       max(value.si_value) AS maximum,
       collect(DISTINCT value.name)[..5] AS examples
ORDER BY values DESC, parameter, unit
