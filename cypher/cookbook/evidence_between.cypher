// Every claim between two entities, in either direction, with its provenance.
// param: one text : name or CURIE of one entity
// param: other text : name or CURIE of the other entity
MATCH (one:`biolink:NamedThing`)
WHERE one.id = $one OR toLower(one.name) = toLower($one)
MATCH (one)-[claim]-(other:`biolink:NamedThing`)
WHERE (other.id = $other OR toLower(other.name) = toLower($other)) AND claim.predicate IS NOT NULL
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
