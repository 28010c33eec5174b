// The records of one load that describe entities. Parameters: load.
MATCH (n:`biolink:NamedThing`)
WITH [entry IN n.record_hash WHERE entry STARTS WITH $load + '.'] AS entries
WHERE size(entries) > 0
RETURN ['entity'] AS labels, {record_hash: entries} AS properties, null AS named
