// The reagents of one protocol in the order of their first use, with the amounts and the steps: a list to prepare from.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: protocol document ~ wlp:protocol_350 : the id of the document
// param: types list = "chemical|blend|protein|polymer|nucleic acid" : BioPIE types that count as reagents, separated by |
MATCH (:Document {id: $protocol})-[:HAS_SENTENCE]->(sentence:Sentence)<-[:IN_SENTENCE]-(reagent:Mention)
WHERE reagent.native_type IN $types
OPTIONAL MATCH (reagent)-[link]-(amount:Mention)
WHERE link.original_predicate = 'have_property' AND amount.quantity_kind IS NOT NULL
OPTIONAL MATCH (reagent)-[use]-(step:Mention {native_type: 'verb'})
WHERE use.original_predicate IN ['use_reagent', 'is_object_of', 'apply_material'] AND NOT coalesce(use.negated, false)
OPTIONAL MATCH (reagent)-[:DENOTES]->(entity:`biolink:NamedThing`)
WITH reagent, sentence, amount, step, entity
ORDER BY sentence.index, reagent.start, amount.start, step.start
WITH coalesce(entity.id, reagent.normalised) AS key,
     head(collect(reagent.name)) AS name,
     head(collect(entity.id)) AS id,
     min(sentence.index) + 1 AS first_sentence,
     collect(DISTINCT amount.name) AS amounts,
     collect(DISTINCT step.name) AS steps
RETURN name AS reagent, id, first_sentence, amounts, steps
ORDER BY first_sentence, reagent
