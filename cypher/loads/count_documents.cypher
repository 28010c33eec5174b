// The documents that each load wrote or found unchanged. No parameters.
MATCH (document:Document)
UNWIND [document.record_hash] + coalesce(document.shared_with, []) AS entry
RETURN split(entry, '.')[0] AS load, count(DISTINCT document) AS documents
