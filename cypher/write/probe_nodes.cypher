// Which of these entities are there, and which records they were made of. Parameters: ids.
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
RETURN id, n.record_hash AS record_hash
