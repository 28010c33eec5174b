// Purpose: the drugs whose targets take part in processes, with how many of their targets do, and how many of those
// are known to be why the drug works.
// Parameters: processes (ids).
MATCH (process:`biolink:NamedThing`) WHERE process.id IN $processes
MATCH (process)<-[part:`biolink:actively_involved_in`|`biolink:participates_in`]-(gene:`biolink:GeneOrGeneProduct`)
WHERE NOT coalesce(part.negated, false)
WITH DISTINCT process, gene
MATCH (gene)-[edge:`biolink:affects`|`biolink:interacts_with`|`biolink:physically_interacts_with`|`biolink:directly_physically_interacts_with`]-(drug:`biolink:NamedThing`)
WHERE 'target' IN edge.roles AND NOT coalesce(edge.negated, false)
RETURN process.id AS process, drug.id AS drug, drug.name AS name, count(DISTINCT gene) AS targets,
  count(DISTINCT CASE WHEN 'yes' IN edge.known_action THEN gene END) AS known
ORDER BY process, drug
