// What is done directly before and after steps with a verb, over all protocols, most frequent first.
// needs: Mention : protocols with annotations or extracted ones, such as WLP (bioloom load wlp/)
// param: verb verb ~ centrifuge : the verb
CALL () {
  MATCH (step:Mention {native_type: 'verb'})<-[link:`biolink:precedes`]-(other:Mention)
  WHERE step.normalised = $verb
  RETURN 'before' AS place, other, link
  UNION ALL
  MATCH (step:Mention {native_type: 'verb'})-[link:`biolink:precedes`]->(other:Mention)
  WHERE step.normalised = $verb
  RETURN 'after' AS place, other, link
}
MATCH (other)-[:IN_SENTENCE]->(sentence:Sentence)
WITH place, other, link, sentence
ORDER BY sentence.id
RETURN place,
       other.normalised AS step,
       count(*) AS times,
       count(DISTINCT other.document_id) AS protocols,
       sum(CASE WHEN link.derived THEN 1 ELSE 0 END) AS derived,
       head(collect(sentence.text)) AS example
ORDER BY place DESC, times DESC, step
