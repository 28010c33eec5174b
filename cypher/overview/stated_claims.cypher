// Purpose: entities with several claims of one predicate, those with the most first.
// Parameters: predicate, of (subject or object: the end of the question), limit.
MATCH (subject:`biolink:NamedThing`)-[claim:$($predicate)]->(object:`biolink:NamedThing`)
WHERE NOT coalesce(claim.negated, false)
WITH CASE $of WHEN 'subject' THEN subject ELSE object END AS entity, count(*) AS stated, head(collect(claim.primary_knowledge_source)) AS about
WHERE entity.name IS NOT NULL AND stated >= 2
RETURN entity.name AS thing, about
ORDER BY stated DESC, thing LIMIT $limit
