// The amounts and concentrations in which a reagent is used over all protocols, with the sentence that states each.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: reagent reagent ~ ethanol : the reagent by its name in a text or of an entity
CALL () {
  MATCH (mention:Mention) WHERE mention.normalised IN $reagent.names RETURN mention
  UNION
  MATCH (entity:`biolink:NamedThing`)<-[:DENOTES]-(mention:Mention)
  WHERE entity.id IN $reagent.ids
  RETURN mention
}
MATCH (mention)-[link]-(amount:Mention)
WHERE link.original_predicate = 'have_property' AND amount.si_value IS NOT NULL AND NOT coalesce(link.negated, false)
WITH DISTINCT mention, amount
MATCH (mention)-[:IN_SENTENCE]->(sentence:Sentence)
RETURN amount.quantity_kind AS kind,
       amount.name AS amount,
       amount.si_value AS si_value,
       amount.si_unit AS si_unit,
       mention.name AS reagent,
       sentence.document_id AS protocol,
       sentence.index + 1 AS sentence,
       sentence.text AS text
ORDER BY kind, si_unit, si_value, protocol, sentence, reagent
