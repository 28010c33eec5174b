// The names in texts that no source with identifiers knows, most frequent first: candidates for curation or another vocabulary.
// needs: Mention : texts with annotations or extracted ones (bioloom load wlp/, bioloom load abstracts/ --extract local)
// param: types list = "chemical|blend|protein|device|cell|organism|nucleic acid" : types of mentions, separated by |
MATCH (mention:Mention)
WHERE mention.native_type IN $types
OPTIONAL MATCH (mention)-[:DENOTES]->(entity:`biolink:NamedThing`)
WHERE NOT entity.id STARTS WITH 'bioloom:'
WITH mention
WHERE entity IS NULL AND mention.normalised <> ''
RETURN mention.normalised AS name,
       mention.native_type AS type,
       count(*) AS mentions,
       count(DISTINCT mention.document_id) AS documents,
       min(mention.document_id) AS example
ORDER BY mentions DESC, documents DESC, name, type
