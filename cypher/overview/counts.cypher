// Purpose: how much the graph holds, and whether it has changed (newest).
// Parameters: none.
RETURN COUNT { (:Document) } AS documents, COUNT { (:Sentence) } AS sentences, COUNT { (:`biolink:NamedThing`) } AS entities,
  COLLECT { MATCH (load:Load) RETURN toString(load.updated) AS updated ORDER BY updated DESC LIMIT 1 } AS newest
