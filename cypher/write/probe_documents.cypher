// Which of these documents exist, with their record hashes. Parameters: ids.
UNWIND $ids AS id
MATCH (d:Document {id: id})
RETURN id, d.record_hash AS record_hash
