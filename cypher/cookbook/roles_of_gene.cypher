// The pathways, processes, functions and cellular components of a gene, with the number of its genes each.
// needs: biolink:actively_involved_in|biolink:enables|biolink:located_in|biolink:has_participant : roles of genes, such as those of Hetionet (bioloom load hetionet/)
// param: gene entity ~ HRH1 : the name, a synonym or an id of the gene
MATCH (gene:`biolink:NamedThing`:`biolink:GeneOrGeneProduct`)
WHERE gene.id IN $gene
MATCH (gene)-[claim:`biolink:actively_involved_in`|`biolink:enables`
  |`biolink:located_in`|`biolink:has_participant`]-(role:`biolink:NamedThing`)
WHERE NOT coalesce(claim.negated, false)
WITH DISTINCT role, claim.predicate AS predicate, claim.primary_knowledge_source AS source
RETURN head(role.category) AS category,
       role.name AS role,
       role.id AS id,
       predicate,
       COUNT { (role)-[:`biolink:actively_involved_in`|`biolink:enables`|`biolink:located_in`|`biolink:has_participant`]-(:`biolink:GeneOrGeneProduct`) } AS genes,
       source
ORDER BY category, genes, role, id
