// Purpose: the actions of a protocol in text order, each with the mentions linked to it: values, objects, devices.
// Links between actions (step order) are left out.
// Parameters: document (id), limit (of actions).
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(sentence:Sentence)<-[:IN_SENTENCE]-(verb:Mention {native_type: 'verb'})
WITH sentence, verb ORDER BY sentence.index, verb.start LIMIT $limit
RETURN sentence.id AS sentence_id, sentence.index + 1 AS number, verb.id AS id, verb.name AS name,
  verb.start AS start,
  COLLECT {
    MATCH (verb)-[link]-(other:Mention)
    WHERE link.original_predicate IS NOT NULL AND other.native_type <> 'verb'
    WITH other, min(link.original_predicate) AS relation ORDER BY other.start
    RETURN {relation: relation, thing: other {.id, .name, .native_type, .value, .unit, .si_value},
      properties: [(other)-[owned]->(value:Mention) WHERE owned.original_predicate = 'have_property'
        | value {.id, .name, .native_type, .value, .unit, .si_value}]}
  } AS linked
ORDER BY number, start
