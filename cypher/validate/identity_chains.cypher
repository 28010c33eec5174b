// Identity decisions whose canonical id has another canonical id, or that form a cycle.
MATCH (i:Identity) WHERE i.canonical IS NOT NULL
MATCH (next:Identity {id: i.canonical}) WHERE next.canonical IS NOT NULL
RETURN 'Identity' AS item, count(*) AS count, [min(i.id), max(i.id)] AS examples
