// Every claim about one entity, with its other end, its qualifiers, its source and its id (bioloom explain ID); denied claims last.
// needs: biolink:NamedThing : claims between entities, such as those of Hetionet (bioloom load hetionet/)
// param: about entity ~ cetirizine : the name, a synonym or an id of the entity
MATCH (entity:`biolink:NamedThing`)
WHERE entity.id IN $about
MATCH (entity)-[claim]-(other:`biolink:NamedThing`)
WHERE claim.predicate IS NOT NULL
RETURN startNode(claim).name AS subject,
       claim.predicate AS predicate,
       endNode(claim).name AS object,
       coalesce(claim.negated, false) AS negated,
       claim.object_aspect_qualifier AS aspect,
       claim.object_direction_qualifier AS direction,
       other.id AS other,
       head(other.category) AS category,
       claim.primary_knowledge_source AS source,
       claim.knowledge_level AS knowledge_level,
       claim.id AS id
ORDER BY negated, predicate, subject, object, other, source
