// Two sentences that differ in one number only: a repeated step with another amount.
// severity: note
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(v:Mention {native_type: 'verb'})
WITH DISTINCT s
WITH s, reduce(t = toLower(trim(s.text)), d IN split('0123456789.', '') | replace(t, d, '')) AS words
WHERE size(words) > 25
WITH words, s ORDER BY s.index
WITH words, collect(s) AS alike
WHERE size(alike) = 2 AND alike[0].text <> alike[1].text
MATCH (a:Mention)-[:IN_SENTENCE]->(first:Sentence {id: alike[0].id})
WHERE a.si_value IS NOT NULL
MATCH (b:Mention)-[:IN_SENTENCE]->(second:Sentence {id: alike[1].id})
WHERE b.quantity_kind = a.quantity_kind AND b.si_unit = a.si_unit AND b.native_type = a.native_type
  AND b.si_value <> a.si_value AND abs((b.start - second.start) - (a.start - first.start)) < 4
  AND NOT a.native_type IN ['number', 'concentration']
RETURN second.id AS sentence, [b.id, a.id] AS mentions,
  'an earlier step says the same with another ' + a.quantity_kind AS message
