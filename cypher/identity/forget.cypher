// Delete identity decisions. Parameters: ids.
UNWIND $ids AS id
MATCH (i:Identity {id: id})
DELETE i
