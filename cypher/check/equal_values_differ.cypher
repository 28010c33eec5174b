// Two values of one kind that the text gives as equal and that differ.
// severity: error
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(a:Mention)
MATCH (a)-[e]-(b:Mention)
WHERE e.original_predicate = 'equal' AND a.start < b.start
  AND a.quantity_kind = b.quantity_kind AND a.si_unit = b.si_unit
WITH DISTINCT s, a, b,
  a.si_value AS low, coalesce(a.si_upper, a.si_value) AS high,
  b.si_value AS other, coalesce(b.si_upper, b.si_value) AS upper,
  CASE a.quantity_kind WHEN 'temperature' THEN 0.004 ELSE 0.1 END AS part
WHERE high < other * (1 - part) OR upper < low * (1 - part)
RETURN s.id AS sentence, [a.id, b.id] AS mentions,
  'the text gives these as the same ' + a.quantity_kind + ', but they differ' AS message
