// The entities that stand in the same sentences as one entity, by number of sentences. Standing together is no claim.
// needs: Mention : texts with annotations or extracted ones (bioloom load wlp/, bioloom load abstracts/ --extract local)
// param: about entity ~ ethanol : the name, a synonym or an id of the entity
MATCH (entity:`biolink:NamedThing`)<-[:DENOTES]-(:Mention)-[:IN_SENTENCE]->(sentence:Sentence)
WHERE entity.id IN $about
WITH DISTINCT sentence
MATCH (sentence)<-[:IN_SENTENCE]-(:Mention)-[:DENOTES]->(other:`biolink:NamedThing`)
WHERE NOT other.id IN $about
WITH DISTINCT other, sentence
ORDER BY sentence.id
WITH other, count(sentence) AS sentences, count(DISTINCT sentence.document_id) AS documents, head(collect(sentence)) AS first
RETURN coalesce(other.name, other.id) AS entity,
       other.id AS id,
       head(other.category) AS category,
       sentences,
       documents,
       first.text AS example
ORDER BY sentences DESC, documents DESC, entity, id
