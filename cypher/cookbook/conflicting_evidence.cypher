// Claims that one sentence asserts and another denies: the same ends, predicate and qualifiers, with both sentences.
// needs: biolink:NamedThing : claims that texts deny, such as those of extracted abstracts (bioloom load abstracts/ --extract local)
// param: about entity = "" : the name, a synonym or an id of one entity; empty for the whole graph, of which every claim is read
CALL () {
  MATCH (entity:`biolink:NamedThing`)
  WHERE entity.id IN $about
  MATCH (entity)-[denied]-(:`biolink:NamedThing`)
  WHERE denied.negated = true
  RETURN DISTINCT denied
UNION ALL
  UNWIND CASE WHEN size($about) = 0 THEN ['every claim'] ELSE [] END AS whole
  MATCH (:`biolink:NamedThing`)-[denied]->()
  WHERE denied.negated = true
  RETURN denied
}
WITH denied, startNode(denied) AS subject, endNode(denied) AS object
MATCH (subject)-[stated]->(object)
WHERE type(stated) = type(denied)
  AND stated.negated = false
  AND coalesce(stated.qualified_predicate, '') = coalesce(denied.qualified_predicate, '')
  AND coalesce(stated.object_aspect_qualifier, '') = coalesce(denied.object_aspect_qualifier, '')
  AND coalesce(stated.object_direction_qualifier, '') = coalesce(denied.object_direction_qualifier, '')
RETURN subject.name AS subject,
       stated.predicate AS predicate,
       stated.object_direction_qualifier AS direction,
       object.name AS object,
       stated.supporting_text AS asserted_in,
       stated.document_ids AS asserted_by,
       denied.supporting_text AS denied_in,
       denied.document_ids AS denied_by,
       stated.primary_knowledge_source AS asserted_source,
       denied.primary_knowledge_source AS denied_source
ORDER BY subject, predicate, object, asserted_source
