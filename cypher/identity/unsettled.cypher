// Ids with another canonical entity that still have a node, one a row; nothing is grouped in the database.
// Parameters: minted (prefix of ids that are left out).
MATCH (i:Identity) WHERE i.canonical IS NOT NULL AND NOT i.id STARTS WITH $minted
MATCH (n:`biolink:NamedThing` {id: i.id})
RETURN i.canonical AS canonical, n.id AS id, n.category AS categories
