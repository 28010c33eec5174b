// Which of these entities exist, with their record hashes. Parameters: ids.
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
RETURN id, n.record_hash AS record_hash
