// Purpose: mentions by id, with their measured values.
// Parameters: document (id), ids (list).
MATCH (mention:Mention)
WHERE mention.id IN $ids AND mention.document_id = $document
RETURN mention.id AS id, mention.name AS text, mention.native_type AS type, mention.sentence_id AS sentence_id,
  mention.start AS start, mention.end AS end, mention.value AS value, mention.upper AS upper, mention.unit AS unit,
  mention.si_value AS si_value, mention.si_upper AS si_upper, mention.si_unit AS si_unit
