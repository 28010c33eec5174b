// A fraction or named mixture that is used in a step before the first one that makes it.
// severity: note
// table: makers
UNWIND $makers AS row
MATCH (d:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(thing:Mention)-[u]-(use:Mention {native_type: 'verb'})
WHERE u.original_predicate = 'is_object_of'
  AND toLower(thing.name) = row.product
  AND toLower(right(left(s.text, CASE WHEN thing.start > s.start THEN thing.start - s.start ELSE 0 END), 4)) = 'the '
  AND trim(s.text) <> trim(coalesce(d.title, ''))
WITH d, row, s, thing, use ORDER BY thing.start
WITH d, row, head(collect({s: s, thing: thing, use: use})) AS first
WITH d, row, first.s AS s, first.thing AS thing, first.use AS use
WHERE NOT EXISTS {
    (d)-[:HAS_SENTENCE]->(x:Sentence)<-[:IN_SENTENCE]-(maker:Mention {native_type: 'verb'})
    WHERE maker.start < thing.start AND maker <> use AND toLower(maker.name) =~ row.made_by }
  AND NOT EXISTS {
    (d)-[:HAS_SENTENCE]->(x:Sentence)<-[:IN_SENTENCE]-(named:Mention)
    WHERE named.start < thing.start AND toLower(named.name) CONTAINS row.product }
  AND EXISTS {
    (d)-[:HAS_SENTENCE]->(x:Sentence)<-[:IN_SENTENCE]-(maker:Mention {native_type: 'verb'})
    WHERE x.index > s.index AND toLower(maker.name) =~ row.made_by }
RETURN s.id AS sentence, [thing.id, use.id] AS mentions,
  "'the " + thing.name + "' is used here, but the first step that can give one comes later" AS message
UNION
MATCH (d:Document {id: $document})-[:HAS_SENTENCE]->(t:Sentence)<-[:IN_SENTENCE]-(made:Mention)-[e]-(make:Mention {native_type: 'verb'})
WHERE toLower(make.name) =~ '(prepare|make|make up)'
  AND e.original_predicate IN ['is_object_of', 'product']
  AND made.name =~ '.*(?i:buffer|mix|solution|medium|media|reagent|mixture|stock)( [A-Z0-9]| [IVX]+)?'
  AND size(split(made.name, ' ')) > 1
WITH d, toLower(made.name) AS name, t, made, make ORDER BY t.index
WITH d, name, head(collect({t: t, made: made, make: make})) AS first
WITH d, name, first.t AS t, first.made AS made, first.make AS make
MATCH (d)-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(thing:Mention)-[u]-(use:Mention {native_type: 'verb'})
WHERE s.index < t.index AND toLower(thing.name) = name
  AND u.original_predicate IN ['is_object_of', 'use_reagent']
  AND NOT toLower(substring(s.text, CASE WHEN thing.end > s.start THEN thing.end - s.start ELSE 0 END))
    =~ '(?sU) (components?|ingredients?|recipe|preparation|[(]see )\\b.*'
WITH t, made, s, thing, use ORDER BY thing.start
WITH t, made, head(collect({s: s, thing: thing, use: use})) AS first
RETURN first.s.id AS sentence, [first.thing.id, first.use.id, made.id] AS mentions,
  "'" + first.thing.name + "' is used here and prepared only in a later step" AS message
