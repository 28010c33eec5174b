// The minted entities that are in the graph. Parameters: minted (id prefix).
MATCH (n:`biolink:NamedThing`) WHERE n.id STARTS WITH $minted
RETURN n.id AS id, n.name AS name, n.category AS categories,
  any(entry IN coalesce(n.record_hash, []) WHERE NOT entry STARTS WITH 'minted.') AS described
