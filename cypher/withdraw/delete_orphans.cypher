// Delete minted entities of documents that nothing supports any more. Parameters: ids, minted (id prefix).
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
WHERE all(record IN coalesce(n.record_hash, []) WHERE record STARTS WITH $minted) AND NOT (n)--()
WITH collect(n) AS gone
FOREACH (n IN gone | DELETE n)
RETURN size(gone) AS entities
