// A value whose unit does not measure its kind: a temperature in ml, a speed in °C.
// severity: error
// table: misfits
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(m:Mention)
WHERE m.quantity_kind IS NOT NULL
UNWIND $misfits AS row
WITH s, m, row, toLower(left(s.text, CASE WHEN m.start > s.start THEN m.start - s.start ELSE 0 END)) AS before
WHERE row.type = m.native_type AND m.quantity_kind IN split(row.kinds, '|')
  AND (row.units = '' OR m.unit IN split(row.units, '|'))
  AND (row.before = '' OR before =~ '(?sU)(.*\\W)?(' + row.before + ')\\s+')
RETURN s.id AS sentence, [m.id] AS mentions, row.why + ' ' + m.quantity_kind AS message
