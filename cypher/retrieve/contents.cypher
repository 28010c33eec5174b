// Purpose: say whether the graph holds anything to answer from.
// Parameters: none.
RETURN COUNT { (:Sentence) } AS sentences, COUNT { (:`biolink:NamedThing`) } AS entities
