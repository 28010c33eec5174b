// The target genes of a drug, and whether they are associated with a disease or are targets of other drugs against it.
// needs: biolink:affects|biolink:interacts_with|biolink:physically_interacts_with|biolink:directly_physically_interacts_with|biolink:has_substrate : targets of drugs, such as those of Hetionet (bioloom load hetionet/)
// param: drug entity ~ cetirizine : the name, a synonym or an id of the drug
// param: disease entity ~ "allergic rhinitis" : the name, a synonym or an id of the disease
MATCH (drug:`biolink:NamedThing`)-[claim:`biolink:affects`|`biolink:interacts_with`|`biolink:has_substrate`|`biolink:physically_interacts_with`|`biolink:directly_physically_interacts_with`]-(gene:`biolink:GeneOrGeneProduct`)
WHERE drug.id IN $drug AND NOT coalesce(claim.negated, false)
WITH drug, gene, collect(DISTINCT claim.primary_knowledge_source) AS sources,
  collect(DISTINCT claim.causal_mechanism_qualifier) AS mechanisms,
  reduce(all = [], roles IN collect(coalesce(claim.roles, [])) | all + [r IN roles WHERE NOT r IN all]) AS roles
OPTIONAL MATCH (disease:`biolink:NamedThing`) WHERE disease.id IN $disease
WITH drug, gene, sources, mechanisms, roles, collect(disease) AS diseases
RETURN coalesce(drug.name, drug.id) AS drug,
       coalesce(gene.name, gene.id) AS gene,
       gene.id AS gene_id,
       roles,
       mechanisms,
       sources,
       EXISTS { MATCH (gene)-[:`biolink:gene_associated_with_condition`]-(d) WHERE d IN diseases } AS associated,
       COUNT { MATCH (gene)-[:`biolink:affects`|`biolink:interacts_with`]-(other:`biolink:NamedThing`)
         WHERE other <> drug AND EXISTS { MATCH (other)-[:`biolink:treats`|`biolink:ameliorates_condition`]->(d) WHERE d IN diseases }
         RETURN DISTINCT other } AS other_drugs
ORDER BY size(sources) DESC, other_drugs DESC, gene, gene_id
