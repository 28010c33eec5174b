// As meta_nodes, of the mentions that denote no entity: steps of protocols and what they name. No parameters.
MATCH (n:Mention)
WHERE NOT EXISTS { (n)-[:DENOTES]->() } AND n.category IS NOT NULL
RETURN n.category AS category, split(n.id, ':')[0] AS prefix, keys(n) AS slots, count(*) AS count
