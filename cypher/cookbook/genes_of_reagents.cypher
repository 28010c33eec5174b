// The genes that the reagents of protocol steps are stated to bind, affect or act on.
// param: reagent name : the reagent by its name in a text or a source (ethanol)
MATCH (thing:`biolink:NamedThing`)<-[:DENOTES]-(mention:Mention)-[:IN_SENTENCE]->(step:Sentence)
WHERE mention.normalised = $reagent OR $reagent IN thing.normalised
WITH DISTINCT thing, step
ORDER BY step.document_id, step.index
WITH thing, count(step) AS steps, head(collect(step)) AS step
MATCH (thing)-[claim]-(gene:`biolink:GeneOrGeneProduct`)
WHERE coalesce(claim.negated, false) = false
RETURN DISTINCT coalesce(thing.name, thing.id) AS reagent,
       replace(claim.predicate, 'biolink:', '') AS predicate,
       coalesce(gene.name, gene.id) AS gene,
       gene.id AS gene_id,
       steps,
       step.id AS first_step
ORDER BY steps DESC, reagent, gene, gene_id, predicate
