// Paths from a chemical over a gene to a disease, with the two claims from different documents and both sentences.
// param: name text : the name, a synonym or the CURIE of the chemical, the gene or the disease (aspirin)
MATCH (named:`biolink:NamedThing`)
WHERE named.id = $name
   OR toLower(named.name) = toLower($name)
   OR any(other IN coalesce(named.synonym, []) WHERE toLower(other) = toLower($name))
WITH collect(named) AS asked
MATCH (chemical:`biolink:ChemicalEntity`)-[one]-(gene:`biolink:GeneOrGeneProduct`)-[two]-(disease:`biolink:DiseaseOrPhenotypicFeature`)
WHERE (chemical IN asked OR gene IN asked OR disease IN asked)
  AND one.document_ids IS NOT NULL AND two.document_ids IS NOT NULL
  AND none(document IN one.document_ids WHERE document IN two.document_ids)
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
