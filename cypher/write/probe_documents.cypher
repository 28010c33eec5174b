// Which of these documents are there, and what they were made of. Parameters: ids.
UNWIND $ids AS id
MATCH (d:Document {id: id})
RETURN id, d.record_hash AS record_hash
