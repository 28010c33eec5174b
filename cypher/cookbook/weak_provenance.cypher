// Claims to audit first: with a weak knowledge level, or without any publication, text or sentence; counted by
// predicate and source, with one example each.
// param: levels list = "not_provided|prediction|statistical_association" : knowledge levels that count as weak
MATCH ()-[claim]->()
WHERE claim.primary_knowledge_source IS NOT NULL
WITH claim,
     claim.knowledge_level IN $levels OR claim.agent_type = 'not_provided' AS weak_level,
     size(coalesce(claim.publications, [])) = 0
       AND claim.supporting_text IS NULL AND claim.sentence_id IS NULL AND claim.document_id IS NULL AS no_evidence
WHERE weak_level OR no_evidence
RETURN type(claim) AS predicate,
       claim.primary_knowledge_source AS source,
       claim.knowledge_level AS knowledge_level,
       claim.agent_type AS agent_type,
       count(*) AS claims,
       sum(CASE WHEN no_evidence THEN 1 ELSE 0 END) AS without_evidence,
       min(claim.id) AS example
ORDER BY claims DESC, predicate, source, knowledge_level, agent_type
