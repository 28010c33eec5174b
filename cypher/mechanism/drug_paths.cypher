// Purpose: for each of some drugs, in their order, its first use against the diseases and its first path over a target
// into the processes, with the whole edges, known actions first. One row a drug; a missing use or path is null.
// Parameters: drugs, diseases, processes (ids).
UNWIND range(0, size($drugs) - 1) AS place
CALL (place) {
  OPTIONAL MATCH (drug:`biolink:NamedThing` {id: $drugs[place]})-[edge:`biolink:treats`|`biolink:ameliorates_condition`|`biolink:in_clinical_trials_for`]->(disease:`biolink:NamedThing`)
  WHERE disease.id IN $diseases AND NOT coalesce(edge.negated, false)
  WITH drug, edge, disease ORDER BY edge.id LIMIT 1
  RETURN CASE WHEN edge IS NULL THEN null ELSE {drug: properties(drug), disease: properties(disease),
    type: type(edge), start: drug.id, end: disease.id, edge: properties(edge)} END AS use
}
CALL (place) {
  OPTIONAL MATCH (drug:`biolink:NamedThing` {id: $drugs[place]})-[acts:`biolink:affects`|`biolink:interacts_with`|`biolink:physically_interacts_with`|`biolink:directly_physically_interacts_with`]-(gene:`biolink:GeneOrGeneProduct`)-[part:`biolink:actively_involved_in`|`biolink:participates_in`]->(process:`biolink:NamedThing`)
  WHERE 'target' IN acts.roles AND NOT coalesce(acts.negated, false) AND process.id IN $processes
    AND NOT coalesce(part.negated, false)
  WITH drug, acts, gene, part, process
  ORDER BY NOT 'yes' IN coalesce(acts.known_action, []), gene.name, acts.id, part.id LIMIT 1
  RETURN CASE WHEN part IS NULL THEN null ELSE {drug: properties(drug), gene: properties(gene),
    process: properties(process), acts_type: type(acts), acts_start: startNode(acts).id, acts_end: endNode(acts).id,
    acts: properties(acts), part_type: type(part), part: properties(part)} END AS path
}
RETURN use, path
ORDER BY place
