// Purpose: find whether the graph holds any evidence.
// Parameters: none.
RETURN COUNT { (:Sentence) } AS sentences, COUNT { (:`biolink:NamedThing`) } AS entities
