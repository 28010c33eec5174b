// The minted entities that are in the graph; `sources` are the loads that describe each, and `minted`. Parameters: minted (id prefix).
MATCH (n:`biolink:NamedThing`) WHERE n.id STARTS WITH $minted
RETURN n.id AS id, n.name AS name, n.category AS categories,
  [entry IN coalesce(n.record_hash, []) | split(entry, '.')[0]] AS sources
