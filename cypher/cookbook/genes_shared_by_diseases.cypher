// The genes that are stated to be associated with both of two diseases, with how each is.
// needs: biolink:gene_associated_with_condition|biolink:associated_with : genes of diseases, such as those of Hetionet (bioloom load hetionet/)
// param: disease entity ~ asthma : the name, a synonym or an id of one disease
// param: other_disease entity ~ "rheumatoid arthritis" : the name, a synonym or an id of the other disease
MATCH (one:`biolink:NamedThing`)
WHERE one.id IN $disease
MATCH (other:`biolink:NamedThing`)
WHERE other.id IN $other_disease
MATCH (one)-[first:`biolink:gene_associated_with_condition`|`biolink:associated_with`]-(gene:`biolink:GeneOrGeneProduct`)
MATCH (gene)-[second:`biolink:gene_associated_with_condition`|`biolink:associated_with`]-(other)
WHERE NOT coalesce(first.negated, false) AND NOT coalesce(second.negated, false)
WITH gene,
     coalesce(first.subject_direction_qualifier, first.object_direction_qualifier, 'associated') AS in_one,
     coalesce(second.subject_direction_qualifier, second.object_direction_qualifier, 'associated') AS in_other
RETURN gene.name AS gene, gene.id AS id, collect(DISTINCT in_one) AS in_one, collect(DISTINCT in_other) AS in_other
ORDER BY gene, id
