MATCH (gene:`biolink:Gene`)-[e]-(disease:`biolink:Disease`)
WHERE e.p_value < 0.05
RETURN gene.id AS gene, disease.id AS disease, e.id AS e
