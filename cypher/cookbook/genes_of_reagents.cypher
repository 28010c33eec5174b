// The genes that the reagents of protocol steps are stated to bind, affect or act on.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// needs: biolink:Gene : genes and what acts on them, such as Hetionet (bioloom load hetionet/)
// param: reagent reagent ~ DMSO : the reagent by its name in a text or a source
CALL () {
  MATCH (mention:Mention) WHERE mention.normalised IN $reagent.names RETURN mention
  UNION
  MATCH (entity:`biolink:NamedThing`)<-[:DENOTES]-(mention:Mention) WHERE entity.id IN $reagent.ids RETURN mention
}
MATCH (thing:`biolink:NamedThing`)<-[:DENOTES]-(mention)-[:IN_SENTENCE]->(step:Sentence)
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
       step.document_id AS first_protocol,
       step.index + 1 AS first_sentence
ORDER BY steps DESC, reagent, gene, gene_id, predicate
