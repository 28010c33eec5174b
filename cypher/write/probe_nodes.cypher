// Which of these entities exist, with their record hashes and internal ids. Parameters: ids.
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
RETURN id, n.record_hash AS record_hash, id(n) AS node
