// One action with two values of the same kind that are neither alternatives, nor a sequence, nor a range.
// severity: warning
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(v:Mention {native_type: 'verb'})
MATCH (a:Mention)<-[ea]-(v)-[eb]->(b:Mention)
WHERE ea.original_predicate = 'have_parameter' AND eb.original_predicate = 'have_parameter'
  AND a.quantity_kind IN ['temperature', 'time', 'speed', 'force'] AND b.quantity_kind = a.quantity_kind
  AND a.end < b.start AND a.si_unit = b.si_unit
  AND a.sentence_id = s.id AND b.sentence_id = s.id
  AND (coalesce(a.si_upper, a.si_value) < b.si_value OR coalesce(b.si_upper, b.si_value) < a.si_value)
  AND NOT EXISTS { (a)-[e]-(b) WHERE e.original_predicate IN ['or', 'equal'] }
  AND NOT toLower(a.name + ' ' + b.name) =~ '(?sU).*\\b(intervals?|every|each|total)\\b.*'
WITH DISTINCT s, v, a, b,
  toLower(substring(s.text, a.end - s.start, b.start - a.end)) AS between,
  toLower(substring(s.text, 0, a.start - s.start)) AS before,
  toLower(substring(s.text, b.end - s.start)) AS after
WHERE size(between) < 60
  AND NOT EXISTS {
    (v)-[ec]->(c:Mention) WHERE ec.original_predicate = 'have_parameter'
      AND c.quantity_kind IN ['temperature', 'time', 'speed', 'force'] AND c.quantity_kind <> a.quantity_kind
      AND EXISTS { (v)-[ed]->(d:Mention) WHERE ed.original_predicate = 'have_parameter'
        AND d.quantity_kind = c.quantity_kind AND d <> c } }
  AND NOT between =~ '(?sU).*(\\b(or|to|then|and|until|followed|follow|if|when|every|each|after|before|with|increments?|ramp\\w*|rampdown|hold|down|up|from|for a total|depending|intervals?|except|but|total|max|maximum|first|second|last|next|finally|reduce\\w*|increase\\w*|cycles?|steps?|instead|twice|times|per|on|off)\\b|[,;:/(>→*+&]|[-–]>|\\s[-–]\\s|\\. ).*'
  AND NOT before =~ '(?sU).*\\b(between|from|every|following conditions|cycl\\w*|program\\w*|increments?)\\b[^.]*'
  AND NOT after =~ '(?sU)\\s*(hold|increments?|intervals?|cycles?|respectively|each|steps?|apart)\\b.*'
  AND NOT after =~ '(?sU).*\\brespectively\\b.*'
RETURN s.id AS sentence, [v.id, a.id, b.id] AS mentions,
  "'" + v.name + "' has two different values for its " + a.quantity_kind AS message
