// One sentence of a protocol, its mentions, and the entities that they denote.
// param: protocol document ~ wlp:protocol_104 : the id of the document
// param: sentence int ~ 4 : the number of the sentence
MATCH told = (:Document {id: $protocol})-[:HAS_SENTENCE]->(sentence:Sentence)<-[:IN_SENTENCE]-(mention:Mention)
WHERE sentence.index = $sentence - 1
OPTIONAL MATCH denoted = (mention)-[:DENOTES]->(:`biolink:NamedThing`)
RETURN told, denoted
