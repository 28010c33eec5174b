// Purpose: one page of the sentences that mention an entity, with the words by which they do.
// Parameters: id, after (id of the last sentence of the page before, '' for the first page), limit.
MATCH (:`biolink:NamedThing` {id: $id})<-[:DENOTES]-(mention:Mention)-[:IN_SENTENCE]->(sentence:Sentence)
WHERE sentence.id > $after
WITH sentence, collect(DISTINCT mention.name) AS names
ORDER BY sentence.id LIMIT $limit
OPTIONAL MATCH (document:Document {id: sentence.document_id})
RETURN sentence.id AS sentence_id, sentence.document_id AS document_id, coalesce(document.title, sentence.document_id) AS document_title,
  sentence.text AS text, names
ORDER BY sentence_id
