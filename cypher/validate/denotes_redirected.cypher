// Mentions that denote an entity with another canonical entity.
MATCH (i:Identity) WHERE i.canonical IS NOT NULL
MATCH (n:`biolink:NamedThing` {id: i.id})
MATCH (:`biolink:NamedThing` {id: i.canonical})
MATCH (m:Mention)-[:DENOTES]->(n)
RETURN 'DENOTES' AS item, count(*) AS count, [min(m.id), max(m.id)] AS examples
