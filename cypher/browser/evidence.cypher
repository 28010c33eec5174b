// A claim that texts state: its two ends, the mentions that denote them, and the sentences that say it.
// param: about entity ~ gartanin : the name, a synonym or an id of the entity
MATCH claimed = (entity:`biolink:NamedThing`)-[claim]-(:`biolink:NamedThing`)
WHERE entity.id IN $about AND claim.supporting_text IS NOT NULL
MATCH said = (entity)<-[:DENOTES]-(mention:Mention)-[:IN_SENTENCE]->(sentence:Sentence)
WHERE sentence.document_id IN coalesce(claim.document_ids, [claim.document_id])
RETURN claimed, said LIMIT 60
