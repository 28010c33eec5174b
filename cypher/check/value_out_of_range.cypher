// A value that is impossible, or far outside the usual laboratory range.
// severity: error
// table: ranges
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(m:Mention)
WHERE m.si_value IS NOT NULL AND NOT coalesce(m.assumed, false)
  AND (m.value >= 0 OR m.quantity_kind = 'temperature') // elsewhere a minus is a dash
  AND (m.quantity_kind <> 'time' OR EXISTS {
    (:Mention {native_type: 'verb'})-[e]->(m) WHERE e.original_predicate = 'have_parameter' }) // no "time 0"
UNWIND $ranges AS row
WITH s, m, row, m.si_value AS low, coalesce(m.si_upper, m.si_value) AS high
WHERE row.kind = m.quantity_kind AND row.si_unit = m.si_unit
  AND (row.unit = '' OR m.unit IN split(row.unit, '|'))
  AND (low < toFloat(row.low) OR high > toFloat(row.high))
WITH s, m, row ORDER BY CASE row.severity WHEN 'error' THEN 0 ELSE 1 END
WITH s, m, head(collect(row)) AS row
RETURN s.id AS sentence, [m.id] AS mentions, row.severity AS severity,
  'out of range: ' + row.why AS message
