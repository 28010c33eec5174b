// Set the records of documents: the first says which load they belong to. Parameters: rows (element: element id, entries).
UNWIND $rows AS row
MATCH (d) WHERE elementId(d) = row.element
SET d.record_hash = head(row.entries), d.shared_with = CASE WHEN size(row.entries) > 1 THEN tail(row.entries) END
