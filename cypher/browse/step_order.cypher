// Purpose: how the actions of a protocol follow, replace or accompany one another, in text order.
// Parameters: document (id), relations (native names), limit.
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(sentence:Sentence)<-[:IN_SENTENCE]-(verb:Mention {native_type: 'verb'})
MATCH (verb)-[edge]->(other:Mention {native_type: 'verb'})
WHERE edge.original_predicate IN $relations
WITH sentence, verb, edge, other ORDER BY sentence.index, verb.start, other.start LIMIT $limit
RETURN verb.id AS first, edge.original_predicate AS relation, other.id AS second, coalesce(edge.derived, false) AS derived
