// From the steps of protocols to the genes that their reagents bind, affect or are said to act on.
// param: reagent name : the reagent as a text or a source calls it (ethanol)
MATCH (thing:`biolink:NamedThing`)<-[named:DENOTES]-(mention:Mention)-[:IN_SENTENCE]->(step:Sentence)
WHERE mention.normalised = $reagent OR $reagent IN thing.normalised
WITH thing, named.method AS grounded_by, step
ORDER BY step.document_id, step.index
WITH thing, grounded_by, count(DISTINCT step) AS steps, collect(DISTINCT step)[0] AS step
MATCH (thing)-[claim]-(gene:`biolink:GeneOrGeneProduct`)
WHERE coalesce(claim.negated, false) = false
RETURN thing.name AS reagent,
       thing.id AS id,
       claim.predicate AS predicate,
       coalesce(claim.object_direction_qualifier, '') + ' ' + coalesce(claim.object_aspect_qualifier, '') AS how,
       gene.name AS gene,
       gene.id AS gene_id,
       claim.primary_knowledge_source AS source,
       steps,
       grounded_by,
       step.document_id AS protocol,
       step.text AS first_step
ORDER BY steps DESC, reagent, gene, predicate, source
