// Purpose: counts of the graph, and the time of the newest change (newest).
// Parameters: none.
RETURN COUNT { (:Document) } AS documents, COUNT { (:Sentence) } AS sentences, COUNT { (:`biolink:NamedThing`) } AS entities,
  COLLECT { MATCH (load:Load) RETURN toString(load.updated) AS updated ORDER BY updated DESC LIMIT 1 } AS newest
