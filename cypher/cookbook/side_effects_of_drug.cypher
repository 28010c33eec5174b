// The side effects of a drug, and how many other drugs have each: the rarer, the more telling.
// needs: biolink:has_side_effect : side effects of drugs, such as those of Hetionet (bioloom load hetionet/)
// param: drug entity ~ cetirizine : the name, a synonym or an id of the drug
MATCH (drug:`biolink:NamedThing`)
WHERE drug.id IN $drug
MATCH (drug)-[claim:`biolink:has_side_effect`]->(effect:`biolink:NamedThing`)
WHERE NOT coalesce(claim.negated, false)
WITH DISTINCT drug, effect, claim.primary_knowledge_source AS source
RETURN effect.name AS side_effect,
       effect.id AS id,
       COUNT { (effect)<-[:`biolink:has_side_effect`]-(:`biolink:NamedThing`) } - 1 AS other_drugs,
       source
ORDER BY other_drugs, side_effect, id
