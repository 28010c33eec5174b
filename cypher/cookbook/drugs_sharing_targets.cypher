// The chemicals that share most targets with a chemical, with their share of all targets (Jaccard index).
// needs: biolink:directly_physically_interacts_with|biolink:physically_interacts_with : what chemicals bind, such as in Hetionet (bioloom load hetionet/)
// param: drug entity ~ cetirizine : the name, a synonym or an id of the chemical
MATCH (drug:`biolink:NamedThing`)
WHERE drug.id IN $drug
MATCH (drug)-[one:`biolink:directly_physically_interacts_with`
  |`biolink:physically_interacts_with`]-(target:`biolink:GeneOrGeneProduct`)
WHERE NOT coalesce(one.negated, false)
WITH drug, collect(DISTINCT target) AS targets
UNWIND targets AS target
MATCH (target)-[two:`biolink:directly_physically_interacts_with`
  |`biolink:physically_interacts_with`]-(other:`biolink:ChemicalEntity`)
WHERE other <> drug AND NOT coalesce(two.negated, false)
WITH targets, other, target
ORDER BY target.name
WITH targets, other, collect(DISTINCT target.name) AS shared
MATCH (other)-[:`biolink:directly_physically_interacts_with`|`biolink:physically_interacts_with`]-(any:`biolink:GeneOrGeneProduct`)
WITH targets, other, shared, count(DISTINCT any) AS its
RETURN other.name AS drug,
       other.id AS id,
       size(shared) AS shared,
       round(1.0 * size(shared) / (size(targets) + its - size(shared)), 3) AS jaccard,
       shared[..10] AS targets
ORDER BY shared DESC, jaccard DESC, drug, id
