// The sentences of all texts that mention an entity, by document and place.
// needs: Mention : texts with annotations or extracted ones (bioloom load wlp/, bioloom load abstracts/ --extract local)
// param: about reagent ~ ethanol : the name, a synonym or an id of the entity, or a name as texts have it
CALL () {
  MATCH (mention:Mention) WHERE mention.normalised IN $about.names RETURN mention
  UNION
  MATCH (entity:`biolink:NamedThing`)<-[:DENOTES]-(mention:Mention) WHERE entity.id IN $about.ids RETURN mention
}
MATCH (mention)-[:IN_SENTENCE]->(sentence:Sentence)
WITH sentence, mention
ORDER BY mention.start
WITH sentence, collect(DISTINCT mention.name) AS named_as
OPTIONAL MATCH (document:Document {id: sentence.document_id})
RETURN sentence.document_id AS document,
       document.title AS title,
       sentence.index + 1 AS sentence,
       named_as,
       sentence.text AS text
ORDER BY document, sentence
