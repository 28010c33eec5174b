// Claims that a program extracted, least confident first: what to read before relying on it.
// needs: biolink:NamedThing : claims that were extracted (bioloom load abstracts/ --extract local)
// param: most_confidence float = 0.7 : the confidence up to which claims are listed, 0 to 1
// param: about entity = "" : the name, a synonym or an id of one entity; empty for the whole graph, of which every claim is read
CALL () {
  MATCH (entity:`biolink:NamedThing`)
  WHERE entity.id IN $about
  MATCH (entity)-[claim]-(:`biolink:NamedThing`)
  WHERE claim.extraction_confidence_score <= $most_confidence
  RETURN DISTINCT claim
UNION ALL
  UNWIND CASE WHEN size($about) = 0 THEN ['every claim'] ELSE [] END AS whole
  MATCH (:`biolink:NamedThing`)-[claim]->(:`biolink:NamedThing`)
  WHERE claim.extraction_confidence_score <= $most_confidence
  RETURN claim
}
RETURN round(claim.extraction_confidence_score, 3) AS confidence,
       startNode(claim).name AS subject,
       claim.predicate AS predicate,
       endNode(claim).name AS object,
       coalesce(claim.negated, false) AS negated,
       claim.supporting_text AS text,
       claim.extractor AS extractor,
       claim.id AS id
ORDER BY confidence, subject, predicate, object, id
