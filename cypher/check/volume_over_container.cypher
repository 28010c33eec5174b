// A volume above a vessel's capacity: the volumes put into it in one sentence exceed its stated or usual capacity.
// A plate's capacity is that of one well if the text speaks of each well, else that of all its wells.
// severity: warning
// table: containers
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(c:Mention {native_type: 'container'})
MATCH (v:Mention {native_type: 'verb'})-[t]->(c)
WHERE t.original_predicate = 'to'
OPTIONAL MATCH (c)-[p]->(size:Mention {quantity_kind: 'volume'})
WHERE p.original_predicate = 'have_property'
  AND CASE WHEN s.start <= size.end AND size.end <= c.start
    THEN substring(s.text, size.end - s.start, c.start - size.end) ELSE 'of' END
    =~ '[\\s‐–-]*((?!of\\b)[A-Za-z-]+\\s){0,2}'
WITH s, v, c, max(coalesce(size.si_upper, size.si_value)) AS stated, collect(size.id) AS sizes,
  coalesce(min(size.start), c.start) AS begins, toLower(s.text) AS text
// The relation `to` covers any place of a step ("for a plate, prepare"): the words before the vessel must mean into.
WITH *, substring(text, 0, CASE WHEN begins >= s.start THEN begins - s.start ELSE 0 END)
  =~ '(?sU).*\\b(in|into|to|onto|inside|within|fill)\\s+(\\S*\\s+)?((each|per|every|one)\\s+well\\s+(of|in)\\s+)?((?!(for|from|of|with|at|on|by|per|and|or|prepare|make)\\b)[^\\s,;.:]+\\s+){0,4}' AS into,
  text =~ '(?sU).*(/\\s?|\\b(each|per|every|one|a single)\\s+)well\\b.*' AS one_well,
  toInteger(last(split(trim(replace(head(split(toLower(c.name), 'well')), '-', ' ')), ' '))) AS wells
WITH *, coalesce(stated, head([row IN $containers WHERE toLower(c.name) =~ row.name |
  toFloat(row.millilitres) / 1000000.0]))
  * CASE WHEN one_well OR NOT toLower(c.name) CONTAINS 'well' THEN 1 ELSE wells END AS capacity
WHERE capacity IS NOT NULL
UNWIND [v, c] AS put
MATCH (put)-[o]-(thing:Mention)-[has]->(amount:Mention {quantity_kind: 'volume'})
WHERE (put = v AND into AND o.original_predicate = 'is_object_of' OR put = c AND o.original_predicate = 'contain')
  AND has.original_predicate = 'have_property'
  AND thing <> c AND thing.native_type <> 'container' AND amount.si_unit = 'm^3'
  AND NOT amount.id IN sizes AND coalesce(amount.bound, '') <> 'max'
  AND thing.sentence_id = s.id
  AND NOT EXISTS { (amount)-[e]-() WHERE e.original_predicate IN ['or', 'equal'] }
WITH s, c, text, sizes, capacity, collect(DISTINCT amount) AS amounts
WITH s, c, text, sizes, capacity, amounts, reduce(sum = 0.0, a IN amounts | sum + coalesce(a.si_upper, a.si_value)) AS total
WHERE total > 1.05 * capacity
  AND NOT replace(text, 'each well', 'per well') =~ '(?sU).*\\b(aliquot\\w*|divide\\w*|split|distribut\\w*|each|several|multiple|tubes|wells|plates|portions?|batch\\w*|dispens\\w*|at a time)\\b.*'
RETURN s.id AS sentence, [c.id] + sizes + [a IN amounts | a.id] AS mentions,
  toString(round(total * 1000000, 4)) + ' ml go into a vessel of ' + toString(round(capacity * 1000000, 4)) + ' ml' AS message
