// What one publication states: each claim with the sentence that states it.
// needs: Document : publications with annotated or extracted relations (bioloom load abstracts/ --extract local)
// param: document document ~ abstracts:27491646 : the id of the document
MATCH (:Document {id: $document})-[:HAS_SENTENCE]->(:Sentence)<-[:IN_SENTENCE]-(:Mention)-[:DENOTES]->(thing:`biolink:NamedThing`)
WITH DISTINCT thing
MATCH (thing)-[claim]->(other:`biolink:NamedThing`)
WHERE $document IN claim.document_ids
UNWIND claim.sentence_ids AS sentence_id
MATCH (sentence:Sentence {id: sentence_id})
WHERE sentence.document_id = $document
RETURN sentence.index + 1 AS sentence,
       thing.name AS subject,
       claim.predicate AS predicate,
       other.name AS object,
       coalesce(claim.negated, false) AS negated,
       claim.object_aspect_qualifier AS aspect,
       claim.object_direction_qualifier AS direction,
       claim.extraction_confidence_score AS confidence,
       sentence.text AS text
ORDER BY sentence, subject, predicate, object
