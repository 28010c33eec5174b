// All edges of entities except those to mentions, each once. Parameters: ids.
UNWIND $ids AS id
MATCH (:`biolink:NamedThing` {id: id})-[e]-() WHERE type(e) <> 'DENOTES'
WITH DISTINCT e
RETURN elementId(e) AS element, type(e) AS type, properties(e) AS properties,
  startNode(e).id AS subject, endNode(e).id AS object
