// Purpose: the mentions of a document in text order, each with its measured value and the entity that it denotes (null: none).
// Parameters: document (id), limit.
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(sentence:Sentence)<-[:IN_SENTENCE]-(mention:Mention)
WITH sentence, mention ORDER BY sentence.index, mention.start, mention.end DESC, mention.id LIMIT $limit
RETURN sentence.id AS sentence_id, mention.id AS id, mention.name AS name, mention.native_type AS native_type,
  mention.category AS category, mention.start - sentence.start AS start, mention.end - sentence.start AS end,
  mention {.si_value, .bound, .assumed} AS measured,
  head([(mention)-[:DENOTES]->(entity) | entity {.id, .name}]) AS entity
