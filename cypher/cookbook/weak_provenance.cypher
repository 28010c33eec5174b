// Claims to audit first: with a weak knowledge level, or without any publication, text or document; counted by
// predicate and source, with one example each.
// param: levels list = "not_provided|prediction|statistical_association" : knowledge levels that count as weak
// param: about entity = "" : the name, a synonym or an id of one entity; empty for the whole graph, of which every claim is read
CALL () {
  MATCH (entity:`biolink:NamedThing`)
  WHERE entity.id IN $about
  MATCH (entity)-[claim]-(:`biolink:NamedThing`)
  RETURN DISTINCT claim
UNION ALL
  UNWIND CASE WHEN size($about) = 0 THEN ['every claim'] ELSE [] END AS whole
  MATCH ()-[claim]->()
  RETURN claim
}
WITH claim, claim {.primary_knowledge_source, .knowledge_level, .agent_type, .publications, .supporting_text, .document_id} AS told
WITH type(claim) AS predicate,
     told.primary_knowledge_source AS source, // all properties of a claim are read in one go
     told.knowledge_level AS knowledge_level,
     told.agent_type AS agent_type,
     told.publications IS NULL AND told.supporting_text IS NULL AND told.document_id IS NULL AS bare,
     count(*) AS claims,
     min(elementId(claim)) AS one
WHERE source IS NOT NULL AND (bare OR knowledge_level IN $levels OR agent_type = 'not_provided')
WITH predicate, source, knowledge_level, agent_type,
     sum(claims) AS claims,
     sum(CASE WHEN bare THEN claims ELSE 0 END) AS without_evidence,
     min(one) AS one
MATCH ()-[example]->()
WHERE elementId(example) = one
RETURN predicate, source, knowledge_level, agent_type, claims, without_evidence, example.id AS example
ORDER BY claims DESC, predicate, source, knowledge_level, agent_type
