// Claims that one sentence asserts and another denies: the same ends, predicate and qualifiers, with both sentences.
// needs: biolink:NamedThing : claims that texts deny, such as those of extracted abstracts (bioloom load abstracts/ --extract local)
MATCH (subject:`biolink:NamedThing`)-[denied {negated: true}]->(object:`biolink:NamedThing`)
MATCH (subject)-[stated {negated: false}]->(object)
WHERE type(stated) = type(denied)
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
