// The loads that wrote one document or found it unchanged. Parameters: id.
MATCH (d:Document {id: $id})
RETURN [entry IN [d.record_hash] + coalesce(d.shared_with, []) | split(entry, '.')[0]] AS loads
