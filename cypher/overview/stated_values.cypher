// Purpose: steps that act on a thing with a measured value of the given kinds, one a document and kind; only pairs of
//   action and thing that are found in one sentence alone, those on the longest names first. `begins`: the thing begins
//   its sentence.
// Parameters: kinds (native types), verbs (actions in small letters, whole or by their first word), read (values looked
//   at), limit.
MATCH (value:Mention)
WHERE value.native_type IN $kinds AND value.si_value IS NOT NULL
WITH value LIMIT $read
MATCH (value)-[setting]-(verb:Mention {native_type: 'verb'})-[act]-(thing:Mention)
WHERE setting.original_predicate = 'have_parameter' AND act.original_predicate = 'is_object_of'
  AND NOT thing.native_type IN ['data', 'environment', 'number', 'position', 'temperature', 'time']
  AND 5 <= size(thing.name) <= 28 AND thing.name =~ '[A-Za-z][A-Za-z0-9 -]*' AND NOT toLower(thing.name) =~ '(all|the|each) .*'
  AND verb.name =~ '[A-Za-z ]+'
  AND (toLower(verb.name) IN $verbs OR split(toLower(verb.name), ' ')[0] IN $verbs)
WITH toLower(verb.name) AS verb, thing.name AS thing, value.native_type AS kind, collect(DISTINCT verb.sentence_id) AS sentences,
  head(collect(value.name)) AS stated, head(collect(verb.document_id)) AS document_id
WHERE size(sentences) = 1
MATCH (document:Document {id: document_id})
WITH document, kind, verb, thing, stated, head(sentences) AS sentence_id ORDER BY size(thing) DESC, sentence_id
WITH document, kind, collect({verb: verb, thing: thing, stated: stated, sentence_id: sentence_id})[0] AS step
OPTIONAL MATCH (sentence:Sentence {id: step.sentence_id})
RETURN kind, step.verb AS verb, step.thing AS thing, step.stated AS stated, step.sentence_id AS sentence_id, document.title AS about,
  coalesce(sentence.text STARTS WITH step.thing, false) AS begins
ORDER BY size(thing) DESC, sentence_id LIMIT $limit
