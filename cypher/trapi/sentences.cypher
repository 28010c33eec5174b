// Sentences that state claims, with what is known of their documents. Parameters: ids (list of text).
UNWIND $ids AS id
MATCH (sentence:Sentence {id: id})
OPTIONAL MATCH (document:Document {id: sentence.document_id})
RETURN id, sentence.document_id AS document, sentence.text AS text, sentence.start AS start,
  document {.kind, .section, .year, .pmid, .pmcid, .doi} AS stated
