// The minted entities that are in the graph; `sources` are the loads that describe each, and `minted`, `stated` the names that
// edges of claims keep of one that no mention denotes. Parameters: minted (id prefix).
MATCH (n:`biolink:NamedThing`) WHERE n.id STARTS WITH $minted
RETURN n.id AS id, n.name AS name, n.category AS categories,
  [entry IN coalesce(n.record_hash, []) | split(entry, '.')[0]] AS sources,
  CASE WHEN EXISTS { (n)<-[:DENOTES]-(:Mention) } THEN []
  ELSE [(n)-[e]->() WHERE e.original_subject IS NOT NULL | e.original_subject]
    + [(n)<-[e]-() WHERE e.original_object IS NOT NULL | e.original_object] END AS stated
