// Purpose: the drugs between diseases and processes, in one row of lists:
// against: the claims that drugs treat, ease or are tried against the diseases.
// acting_in: the drugs whose targets take part in the processes, with the number of these targets and of those among
//   them whose action is known.
// aims: the number of target genes of each drug of acting_in.
// Parameters: diseases, processes (ids).
CALL () {
  MATCH (disease:`biolink:NamedThing`) WHERE disease.id IN $diseases
  MATCH (disease)<-[edge:`biolink:treats`|`biolink:ameliorates_condition`|`biolink:in_clinical_trials_for`]-(drug:`biolink:NamedThing`)
  WHERE NOT coalesce(edge.negated, false)
  WITH disease.id AS disease, drug.id AS drug, drug.name AS name, collect(DISTINCT type(edge)) AS uses
  ORDER BY disease, drug
  RETURN collect({disease: disease, drug: drug, name: name, uses: uses}) AS against
}
CALL () {
  MATCH (process:`biolink:NamedThing`) WHERE process.id IN $processes
  MATCH (process)<-[part:`biolink:actively_involved_in`|`biolink:participates_in`]-(gene:`biolink:GeneOrGeneProduct`)
  WHERE NOT coalesce(part.negated, false)
  WITH DISTINCT process, gene
  MATCH (gene)-[edge:`biolink:affects`|`biolink:interacts_with`|`biolink:physically_interacts_with`|`biolink:directly_physically_interacts_with`]-(drug:`biolink:NamedThing`)
  WHERE 'target' IN edge.roles AND NOT coalesce(edge.negated, false)
  WITH process.id AS process, drug.id AS drug, drug.name AS name, count(DISTINCT gene) AS targets,
    count(DISTINCT CASE WHEN 'yes' IN edge.known_action THEN gene END) AS known
  ORDER BY process, drug
  RETURN collect({process: process, drug: drug, name: name, targets: targets, known: known}) AS acting_in,
    collect(DISTINCT drug) AS acting
}
CALL (acting) {
  MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN acting
  MATCH (drug)-[edge:`biolink:affects`|`biolink:interacts_with`|`biolink:physically_interacts_with`|`biolink:directly_physically_interacts_with`]-(gene:`biolink:GeneOrGeneProduct`)
  WHERE 'target' IN edge.roles AND gene.name IS NOT NULL AND NOT coalesce(edge.negated, false)
  WITH drug.id AS drug, count(DISTINCT gene) AS targets
  RETURN collect({drug: drug, targets: targets}) AS aims
}
RETURN against, acting_in, aims
