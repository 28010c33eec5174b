// Purpose: the drugs that share a pharmacologic class with each of some drugs.
// Parameters: drugs (ids).
MATCH (drug:`biolink:NamedThing`) WHERE drug.id IN $drugs
MATCH (drug)-[:`biolink:has_chemical_role`]->(class:`biolink:NamedThing`)<-[:`biolink:has_chemical_role`]-(fellow)
WHERE fellow <> drug
RETURN drug.id AS drug, collect(DISTINCT fellow.id) AS fellows
ORDER BY drug
