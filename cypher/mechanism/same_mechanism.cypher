// Purpose: the drugs that act on genes by one of some mechanisms, in the words of the source.
// Parameters: genes (ids), mechanisms, without (sources that are left out).
MATCH (gene:`biolink:NamedThing`) WHERE gene.id IN $genes
MATCH (gene)<-[edge:`biolink:affects`|`biolink:interacts_with`]-(drug:`biolink:NamedThing`)
WHERE edge.mechanism IS NOT NULL AND any(one IN edge.mechanism WHERE one IN $mechanisms)
  AND NOT edge.primary_knowledge_source IN $without
RETURN DISTINCT gene.id AS gene, drug.id AS drug, edge.mechanism AS mechanisms
ORDER BY gene, drug
