// The genes and proteins that a chemical is stated to bind, affect or act on, with direction and source; denied claims last.
// needs: biolink:GeneOrGeneProduct : genes and what acts on them, such as Hetionet (bioloom load hetionet/)
// param: drug entity ~ gartanin : the name, a synonym or an id of the chemical
MATCH (drug:`biolink:NamedThing`)
WHERE drug.id IN $drug
MATCH (drug)-[claim]-(gene:`biolink:GeneOrGeneProduct`)
WHERE claim.predicate IS NOT NULL
RETURN gene.name AS gene,
       gene.id AS id,
       claim.predicate AS predicate,
       claim.object_aspect_qualifier AS aspect,
       claim.object_direction_qualifier AS direction,
       coalesce(claim.negated, false) AS negated,
       claim.primary_knowledge_source AS source,
       claim.knowledge_level AS knowledge_level,
       coalesce(claim.publications, []) AS publications
ORDER BY negated, predicate, gene, id, source
