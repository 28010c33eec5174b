// The reagents by number of protocols that use them; mentions of one entity count together, others by normal form.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: types list = "chemical|blend|protein|polymer" : BioPIE types that count as reagents, separated by |
MATCH (mention:Mention)
WHERE mention.native_type IN $types
OPTIONAL MATCH (mention)-[:DENOTES]->(entity:`biolink:NamedThing`)
WITH mention, head(collect(entity)) AS entity
WITH coalesce(entity.id, mention.normalised) AS key,
     head(collect(coalesce(entity.name, mention.name))) AS reagent,
     head(collect(entity.id)) AS entity,
     count(DISTINCT mention.document_id) AS protocols,
     count(mention) AS mentions
WHERE key <> ''
RETURN reagent, entity, protocols, mentions
ORDER BY protocols DESC, mentions DESC, reagent
