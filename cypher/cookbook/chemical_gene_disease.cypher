// Paths from a chemical over a gene to a disease, with the two claims from different documents and publications and both sentences.
// needs: Document : claims extracted from abstracts (bioloom load abstracts/ --extract local)
// param: name entity ~ p62 : the name, a synonym or an id of the chemical, the gene or the disease
CALL () {
  MATCH (chemical:`biolink:NamedThing`:`biolink:ChemicalEntity`)-[one]-(gene:`biolink:GeneOrGeneProduct`)
  WHERE chemical.id IN $name AND one.document_ids IS NOT NULL
  MATCH (gene)-[two]-(disease:`biolink:DiseaseOrPhenotypicFeature`)
  WHERE two.document_ids IS NOT NULL
  RETURN chemical, one, gene, two, disease
  UNION
  MATCH (gene:`biolink:NamedThing`:`biolink:GeneOrGeneProduct`)-[one]-(chemical:`biolink:ChemicalEntity`)
  WHERE gene.id IN $name AND one.document_ids IS NOT NULL
  MATCH (gene)-[two]-(disease:`biolink:DiseaseOrPhenotypicFeature`)
  WHERE two.document_ids IS NOT NULL
  RETURN chemical, one, gene, two, disease
  UNION
  MATCH (disease:`biolink:NamedThing`:`biolink:DiseaseOrPhenotypicFeature`)-[two]-(gene:`biolink:GeneOrGeneProduct`)
  WHERE disease.id IN $name AND two.document_ids IS NOT NULL
  MATCH (gene)-[one]-(chemical:`biolink:ChemicalEntity`)
  WHERE one.document_ids IS NOT NULL
  RETURN chemical, one, gene, two, disease
}
WITH * WHERE none(document IN one.document_ids WHERE document IN two.document_ids)
         AND none(each IN coalesce(one.publications, []) WHERE each IN coalesce(two.publications, []))
MATCH (first:Sentence {id: head(one.sentence_ids)})
MATCH (second:Sentence {id: head(two.sentence_ids)})
RETURN chemical.name AS chemical,
       one.predicate AS chemical_gene,
       coalesce(one.object_direction_qualifier, '') AS direction,
       coalesce(one.negated, false) AS chemical_gene_negated,
       gene.name AS gene,
       two.predicate AS gene_disease,
       coalesce(two.negated, false) AS gene_disease_negated,
       disease.name AS disease,
       first.text AS sentence,
       first.document_id AS document,
       second.text AS second_sentence,
       second.document_id AS second_document
ORDER BY chemical, gene, disease, chemical_gene, gene_disease, document, second_document
