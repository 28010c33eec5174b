// A reference to a step whose number exceeds the number of sentences of the protocol.
// severity: warning
MATCH (d:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)
WHERE toLower(s.text) =~ '(?sU).*\\bsteps? *#?[0-9].*'
MATCH (d)-[:HAS_SENTENCE]->(any:Sentence)
WITH d, s, count(any) AS steps
UNWIND split(toLower(s.text), 'step')[1..] AS after
WITH s, steps, reduce(found = {number: '', open: true}, sign IN split(left(after, 8), '') |
  CASE
    WHEN found.open AND sign =~ '[0-9]' THEN {number: found.number + sign, open: true}
    WHEN found.open AND found.number = '' AND sign IN ['s', ' ', '#'] THEN found
    ELSE {number: found.number, open: false}
  END).number AS digits, after
WHERE digits <> '' AND toInteger(digits) > steps
  AND NOT after =~ '(?sU)s? *#?[0-9]+([.,][0-9].*|[ -]*(times|x|min|minutes|cycles|ml|µl|ul)\\b.*)'
RETURN s.id AS sentence, [] AS mentions,
  'step ' + digits + ' is named, but the protocol has only ' + toString(steps) + ' sentences' AS message
