// Which of these documents exist, with their records: first that of the load that they belong to. Parameters: ids.
UNWIND $ids AS id
MATCH (d:Document {id: id})
RETURN id, [d.record_hash] + coalesce(d.shared_with, []) AS entries
