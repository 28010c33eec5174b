// Entities that are in the graph beside their canonical entity: the grounding pass is due (bioloom ground).
MATCH (i:Identity) WHERE i.canonical IS NOT NULL
MATCH (n:`biolink:NamedThing` {id: i.id})
MATCH (:`biolink:NamedThing` {id: i.canonical})
RETURN 'biolink:NamedThing' AS item, count(*) AS count, [min(n.id), max(n.id)] AS examples
