// The claims of an answer; a claim of a text is between the entities that the mentions at its ends denote, or the mentions.
// Parameters: ids (element ids of relationships).
UNWIND $ids AS element
MATCH (subject)-[e]->(object)
WHERE elementId(e) = element
OPTIONAL MATCH (subject:Mention)-[:DENOTES]->(from)
OPTIONAL MATCH (object:Mention)-[:DENOTES]->(to)
RETURN element, coalesce(from.id, subject.id) AS subject, type(e) AS predicate, coalesce(to.id, object.id) AS object,
  properties(e) AS properties, [end IN [subject, object] WHERE end:Mention | end {.name, .start, .end}] AS spans
