// Purpose: the sentences of documents by the names of these (their ids without the corpus), with their offsets.
// A name may belong to documents of several corpora.
// Parameters: names.
MATCH (d:Document)
WITH d, substring(d.id, size(split(d.id, ':')[0]) + 1) AS name
WHERE name IN $names
MATCH (d)-[:HAS_SENTENCE]->(s:Sentence)
WITH d, name, s ORDER BY s.index
RETURN d.id AS document_id, name,
  collect({id: s.id, text: s.text, start: s.start, end: s.end}) AS sentences
ORDER BY document_id
