// The chemicals that are stated to bind, affect or act on a gene or protein, and the diseases that each treats.
// needs: biolink:ChemicalEntity : chemicals and what they act on, such as Hetionet (bioloom load hetionet/)
// param: gene entity ~ p62 : the name, a synonym or an id of the gene or protein
MATCH (gene:`biolink:NamedThing`:`biolink:GeneOrGeneProduct`)
WHERE gene.id IN $gene
MATCH (gene)-[claim]-(drug:`biolink:ChemicalEntity`)
WHERE claim.predicate IS NOT NULL AND NOT coalesce(claim.negated, false)
OPTIONAL MATCH (drug)-[treating:`biolink:treats`|`biolink:applied_to_treat`|`biolink:ameliorates_condition`]->(disease)
WHERE NOT coalesce(treating.negated, false)
WITH drug, claim, disease
ORDER BY disease.name
RETURN drug.name AS drug,
       drug.id AS id,
       claim.predicate AS predicate,
       claim.object_aspect_qualifier AS aspect,
       claim.object_direction_qualifier AS direction,
       claim.primary_knowledge_source AS source,
       collect(DISTINCT disease.name) AS treats
ORDER BY predicate, drug, id, source, direction
