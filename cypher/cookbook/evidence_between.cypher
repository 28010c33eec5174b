// Every claim between two entities, in either direction, with its provenance.
// needs: biolink:NamedThing : claims between entities, such as those of Hetionet (bioloom load hetionet/)
// param: one entity ~ gartanin : the name, a synonym or an id of one entity
// param: other entity ~ p62 : the name, a synonym or an id of the other entity
MATCH (one:`biolink:NamedThing`)
WHERE one.id IN $one
MATCH (other:`biolink:NamedThing`)
WHERE other.id IN $other
MATCH (one)-[claim]-(other)
WHERE claim.predicate IS NOT NULL
RETURN DISTINCT
       startNode(claim).name AS subject,
       claim.predicate AS predicate,
       endNode(claim).name AS object,
       coalesce(claim.negated, false) AS negated,
       claim.qualified_predicate AS qualified_predicate,
       claim.object_aspect_qualifier AS aspect,
       claim.object_direction_qualifier AS direction,
       claim.primary_knowledge_source AS source,
       coalesce(claim.aggregator_knowledge_source, []) AS aggregators,
       claim.knowledge_level AS knowledge_level,
       claim.agent_type AS agent_type,
       coalesce(claim.publications, []) AS publications,
       claim.supporting_text AS supporting_text,
       claim.id AS id
ORDER BY predicate, source, id
