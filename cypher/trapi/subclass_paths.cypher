// The shortest chain of biolink:subclass_of from each member up to an entity that was asked for.
// Parameters: pairs (list of: member, root; ids).
UNWIND $pairs AS pair
MATCH (member:`biolink:NamedThing` {id: pair.member}), (root:`biolink:NamedThing` {id: pair.root})
MATCH path = shortestPath((member)-[:`biolink:subclass_of`*..30]->(root))
RETURN pair.member AS member, pair.root AS root, [link IN relationships(path) | elementId(link)] AS links
