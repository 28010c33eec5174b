// One document with the load that wrote it. Parameters: id.
MATCH (d:Document {id: $id})
RETURN split(d.record_hash, '.')[0] AS load
