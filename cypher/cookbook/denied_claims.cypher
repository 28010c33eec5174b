// Claims that a source denies, with the sentence where there is one.
// needs: biolink:NamedThing : claims between entities (bioloom load abstracts/ --extract local)
// param: about entity = "" : the name, a synonym or an id of one entity; empty for the whole graph, of which every claim is read
CALL () {
  MATCH (entity:`biolink:NamedThing`)
  WHERE entity.id IN $about
  MATCH (entity)-[claim]-(:`biolink:NamedThing`)
  WHERE claim.negated
  RETURN DISTINCT claim
UNION ALL
  UNWIND CASE WHEN size($about) = 0 THEN ['every claim'] ELSE [] END AS whole
  MATCH (:`biolink:NamedThing`)-[claim]->(:`biolink:NamedThing`)
  WHERE claim.negated
  RETURN claim
}
RETURN startNode(claim).name AS subject,
       claim.predicate AS predicate,
       endNode(claim).name AS object,
       claim.object_aspect_qualifier AS aspect,
       claim.object_direction_qualifier AS direction,
       claim.supporting_text AS text,
       coalesce(claim.publications, []) AS publications,
       claim.primary_knowledge_source AS source,
       claim.id AS id
ORDER BY subject, predicate, object, source, id
