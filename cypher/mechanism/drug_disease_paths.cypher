// Purpose: the paths from drugs and from diseases to genes, in one row of lists:
// targets: the claims on the drugs and their target genes, with the whole edges; edges of the sources in
//   `without` are left out, and edges that rest on them only. Changes of expression (LINCS) are no targets.
// wider: the diseases with their ancestors up to two steps, themselves included.
// against: the drugs that are said to treat or ease any of these.
// classes: the drugs that share a pharmacologic class with each of the drugs.
// named_alike: drugs with one of the given name endings: stems such as -pril mark a class.
// aims: the target genes of all these other drugs, from tables of targets.
// mechanisms: the mechanisms of the drugs, in the words of the source.
// uses: the claims between the drugs and the diseases: treats, eases, is tried against.
// Parameters: drugs, diseases (ids), endings (lower case), without (sources), labels (prefixes of the sources' names in
// lower case, as `sources` of an edge has them).
CALL () {
  MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN $drugs
  MATCH (drug)-[edge:`biolink:has_substrate`|`biolink:affects`|`biolink:interacts_with`|`biolink:physically_interacts_with`|`biolink:directly_physically_interacts_with`]-(gene:`biolink:GeneOrGeneProduct`)
  WHERE gene.name IS NOT NULL AND NOT coalesce(edge.negated, false)
    AND NOT coalesce(edge.object_aspect_qualifier, '') = 'expression'
    AND NOT edge.primary_knowledge_source IN $without
    AND (size(coalesce(edge.sources, [])) = 0
      OR any(source IN edge.sources WHERE none(label IN $labels WHERE toLower(source) STARTS WITH label)))
  WITH drug, gene, edge ORDER BY drug.id, gene.id, edge.id
  RETURN collect({drug: drug.id, name: drug.name, gene: gene.id, type: type(edge), start: startNode(edge).id,
    end: endNode(edge).id, edge: properties(edge)}) AS targets
}
CALL () {
  MATCH (n:`biolink:NamedThing`) WHERE n.id IN $diseases
  MATCH (n)-[:`biolink:subclass_of`*0..2]->(above:`biolink:NamedThing`)
  WITH DISTINCT n.id AS id, above.id AS above ORDER BY id, above
  RETURN collect({id: id, wider: above}) AS wider, collect(DISTINCT above) AS every
}
CALL (every) {
  MATCH (disease:`biolink:NamedThing`) WHERE disease.id IN every
  MATCH (disease)<-[use:`biolink:treats`|`biolink:ameliorates_condition`]-(drug:`biolink:NamedThing`)
  WHERE NOT coalesce(use.negated, false) AND NOT use.primary_knowledge_source IN $without
  WITH disease.id AS disease, collect(DISTINCT drug.id) AS drugs ORDER BY disease
  RETURN collect({disease: disease, drugs: drugs}) AS against
}
CALL () {
  MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN $drugs
  MATCH (drug)-[:`biolink:has_chemical_role`]->(:`biolink:NamedThing`)<-[:`biolink:has_chemical_role`]-(fellow)
  WHERE fellow <> drug
  WITH drug.id AS drug, collect(DISTINCT fellow.id) AS fellows ORDER BY drug
  RETURN collect({drug: drug, fellows: fellows}) AS classes
}
CALL () {
  WITH 1 AS once WHERE size($endings) > 0
  MATCH (drug:`biolink:Drug`)
  WHERE any(ending IN $endings WHERE toLower(drug.name) ENDS WITH ending)
  WITH drug ORDER BY drug.id
  RETURN collect({drug: drug.id, name: toLower(drug.name)}) AS named_alike
}
CALL (against, classes, named_alike) {
  UNWIND [each IN against | each.drugs] + [each IN classes | each.fellows] + [[each IN named_alike | each.drug]] AS ids
  UNWIND ids AS id
  RETURN collect(DISTINCT id) AS others
}
CALL (others) {
  MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN others
  MATCH (drug)-[edge:`biolink:affects`|`biolink:interacts_with`|`biolink:physically_interacts_with`|`biolink:directly_physically_interacts_with`]-(gene:`biolink:GeneOrGeneProduct`)
  WHERE 'target' IN edge.roles AND gene.name IS NOT NULL AND NOT coalesce(edge.negated, false)
    AND NOT edge.primary_knowledge_source IN $without
  WITH drug.id AS drug, collect(DISTINCT gene.id) AS genes ORDER BY drug
  RETURN collect({drug: drug, genes: genes}) AS aims
}
CALL () {
  MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN $drugs
  MATCH (drug)-[edge:`biolink:affects`|`biolink:interacts_with`|`biolink:treats`|`biolink:in_clinical_trials_for`]->()
  WHERE edge.mechanism IS NOT NULL AND NOT edge.primary_knowledge_source IN $without
  WITH drug.id AS drug, collect(DISTINCT edge.mechanism) AS mechanisms ORDER BY drug
  RETURN collect({drug: drug, mechanisms: mechanisms}) AS mechanisms
}
CALL () {
  MATCH (drug:`biolink:NamedThing`)-[edge:`biolink:treats`|`biolink:ameliorates_condition`|`biolink:in_clinical_trials_for`]->(disease:`biolink:NamedThing`)
  WHERE drug.id IN $drugs AND disease.id IN $diseases AND NOT coalesce(edge.negated, false)
  WITH drug, edge, disease ORDER BY edge.id
  RETURN collect({drug: properties(drug), disease: properties(disease), type: type(edge), start: drug.id,
    end: disease.id, edge: properties(edge)}) AS uses
}
RETURN targets, wider, against, classes, named_alike, aims, mechanisms, uses
