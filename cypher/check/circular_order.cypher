// Steps before themselves or products made from themselves: a cycle of stated or derived relations.
// severity: error
UNWIND ['next_step', 'based_on', 'product'] AS relation
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(s:Sentence)<-[:IN_SENTENCE]-(a:Mention)-[back]->(b:Mention)
WHERE back.original_predicate = relation AND b.start <= a.start AND a <> b
MATCH path = shortestPath((b)-[*..500]->(a))
WHERE all(edge IN relationships(path) WHERE edge.original_predicate = relation)
WITH relation, s, nodes(path) AS circle
RETURN s.id AS sentence, [m IN circle | m.id][..20] AS mentions,
  'these follow from one another in a circle (' + relation + ')' AS message
