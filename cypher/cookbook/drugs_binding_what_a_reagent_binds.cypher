// The drugs that bind what a reagent of the protocols binds: possible interference, or a substitute.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// needs: biolink:directly_physically_interacts_with|biolink:physically_interacts_with : what chemicals bind, such as in Hetionet (bioloom load hetionet/)
// param: reagent reagent ~ ethanol : the reagent by its name in a text or a source
CALL () {
  MATCH (mention:Mention)-[:DENOTES]->(thing:`biolink:NamedThing`) WHERE mention.normalised IN $reagent.names RETURN thing
  UNION
  MATCH (thing:`biolink:NamedThing`) WHERE thing.id IN $reagent.ids RETURN thing
}
MATCH (thing)-[one:`biolink:directly_physically_interacts_with`
  |`biolink:physically_interacts_with`]-(target:`biolink:GeneOrGeneProduct`)
WHERE NOT coalesce(one.negated, false)
WITH DISTINCT thing, target
MATCH (target)-[two:`biolink:directly_physically_interacts_with`
  |`biolink:physically_interacts_with`]-(drug:`biolink:ChemicalEntity`)
WHERE drug <> thing AND NOT coalesce(two.negated, false)
WITH thing, drug, target
ORDER BY target.name
RETURN coalesce(thing.name, thing.id) AS reagent,
       drug.name AS drug,
       drug.id AS id,
       count(DISTINCT target) AS shared,
       collect(DISTINCT target.name)[..10] AS targets
ORDER BY shared DESC, reagent, drug, id
