// The tissues that express a gene, and those in which its expression is raised or lowered.
// needs: biolink:expressed_in|biolink:has_increased_amount|biolink:has_decreased_amount : expression of genes, such as in Hetionet (bioloom load hetionet/)
// param: gene entity ~ HRH1 : the name, a synonym or an id of the gene
MATCH (gene:`biolink:NamedThing`:`biolink:GeneOrGeneProduct`)
WHERE gene.id IN $gene
MATCH (gene)-[claim:`biolink:expressed_in`|`biolink:has_increased_amount`
  |`biolink:has_decreased_amount`]-(tissue:`biolink:AnatomicalEntity`)
WHERE NOT coalesce(claim.negated, false)
RETURN tissue.name AS tissue,
       tissue.id AS id,
       collect(DISTINCT replace(claim.predicate, 'biolink:', '')) AS stated,
       collect(DISTINCT claim.primary_knowledge_source) AS sources
ORDER BY size(stated) DESC, tissue, id
