// More is put into a vessel than it holds: volumes put into it in one sentence against its stated or usual capacity.
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
WITH s, v, c, max(coalesce(size.si_upper, size.si_value)) AS stated, collect(size.id) AS sizes
WITH s, v, c, sizes, coalesce(stated, head([row IN $containers WHERE toLower(c.name) =~ row.name |
  toFloat(row.millilitres) / 1000000.0])) AS capacity
WHERE capacity IS NOT NULL
UNWIND [v, c] AS put
MATCH (put)-[o]-(thing:Mention)-[has]->(amount:Mention {quantity_kind: 'volume'})
WHERE (put = v AND o.original_predicate = 'is_object_of' OR put = c AND o.original_predicate = 'contain')
  AND has.original_predicate = 'have_property'
  AND thing <> c AND thing.native_type <> 'container' AND amount.si_unit = 'm^3'
  AND NOT amount.id IN sizes AND coalesce(amount.bound, '') <> 'max'
  AND thing.sentence_id = s.id
  AND NOT EXISTS { (amount)-[e]-() WHERE e.original_predicate IN ['or', 'equal'] }
WITH s, c, sizes, capacity, collect(DISTINCT amount) AS amounts
WITH s, c, sizes, capacity, amounts, reduce(sum = 0.0, a IN amounts | sum + coalesce(a.si_upper, a.si_value)) AS total
WHERE total > 1.05 * capacity
  AND NOT toLower(s.text) =~ '(?sU).*\\b(aliquot\\w*|divide\\w*|split|distribut\\w*|each|several|multiple|tubes|wells|plates|portions?|batch\\w*|dispens\\w*|at a time)\\b.*'
RETURN s.id AS sentence, [c.id] + sizes + [a IN amounts | a.id] AS mentions,
  toString(round(total * 1000000, 4)) + ' ml go into a vessel of ' + toString(round(capacity * 1000000, 4)) + ' ml' AS message
