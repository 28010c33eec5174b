// A centrifugation in revolutions per minute only: its force depends on the rotor, which the text does not name.
// severity: note
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(v:Mention {native_type: 'verb'})-[e]->(speed:Mention)
WHERE toLower(v.name) =~ '(re-?)?(ultra|micro)?(centrifug|spin|spun|pellet|microfug).*'
  AND e.original_predicate = 'have_parameter' AND speed.quantity_kind = 'speed' AND speed.si_unit = 'Hz'
  AND NOT EXISTS { (s)<-[:IN_SENTENCE]-(:Mention {quantity_kind: 'force'}) }
  AND NOT toLower(s.text) =~ '(?sU).*(\\b(rotor|rcf|radius|ss-?34|ja-?[0-9]+|gsa|sla|type [0-9]+|ti ?[0-9]*|sw ?[0-9]+|eppendorf|beckman|sorvall)\\b|[0-9] ?[x×] ?g\\b).*'
RETURN s.id AS sentence, [v.id, speed.id] AS mentions,
  'the speed is in turns a minute without force or rotor' AS message
