// Ids that stand for another entity and have a node nevertheless. Parameters: minted (how ids begin that are left out).
MATCH (i:Identity) WHERE i.canonical IS NOT NULL AND NOT i.id STARTS WITH $minted
MATCH (n:`biolink:NamedThing` {id: i.id})
RETURN i.canonical AS canonical, collect({id: n.id, categories: n.category}) AS members
