// Decisions that lead to an id which stands for another one itself, or in a circle.
MATCH (i:Identity) WHERE i.canonical IS NOT NULL
MATCH (next:Identity {id: i.canonical}) WHERE next.canonical IS NOT NULL
RETURN 'Identity' AS item, count(*) AS count, collect(i.id)[..3] AS examples
