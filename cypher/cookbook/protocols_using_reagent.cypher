// The protocols that name a reagent, with counts, amounts and the first sentence that names it.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: reagent reagent ~ ethanol : the reagent by its name in a text or of an entity
CALL () {
  MATCH (mention:Mention) WHERE mention.normalised IN $reagent.names RETURN mention
  UNION
  MATCH (entity:`biolink:NamedThing`)<-[:DENOTES]-(mention:Mention)
  WHERE entity.id IN $reagent.ids
  RETURN mention
}
MATCH (mention)-[:IN_SENTENCE]->(sentence:Sentence)
OPTIONAL MATCH (mention)-[link]-(amount:Mention)
WHERE link.original_predicate = 'have_property' AND amount.si_value IS NOT NULL
WITH mention, sentence, amount
ORDER BY sentence.index, mention.start, amount.start
WITH sentence.document_id AS protocol,
     count(DISTINCT mention) AS mentions,
     collect(DISTINCT amount.name) AS amounts,
     head(collect(sentence.text)) AS first_sentence
MATCH (document:Document {id: protocol, kind: 'protocol'})
RETURN protocol, document.title AS title, mentions, amounts, first_sentence
ORDER BY mentions DESC, protocol
