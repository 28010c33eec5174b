// Purpose: the paths from drugs over their targets into processes, with the whole edges, known actions first.
// Parameters: drugs, processes (ids), limit.
MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN $drugs
MATCH (drug)-[acts:`biolink:affects`|`biolink:interacts_with`|`biolink:physically_interacts_with`|`biolink:directly_physically_interacts_with`]-(gene:`biolink:GeneOrGeneProduct`)
WHERE 'target' IN acts.roles AND NOT coalesce(acts.negated, false)
MATCH (gene)-[part:`biolink:actively_involved_in`|`biolink:participates_in`]->(process:`biolink:NamedThing`)
WHERE process.id IN $processes AND NOT coalesce(part.negated, false)
RETURN properties(drug) AS drug, properties(gene) AS gene, properties(process) AS process,
  type(acts) AS acts_type, startNode(acts).id AS acts_start, endNode(acts).id AS acts_end, properties(acts) AS acts,
  type(part) AS part_type, properties(part) AS part
ORDER BY NOT 'yes' IN coalesce(acts.known_action, []), gene.name, acts.id, part.id
LIMIT $limit
