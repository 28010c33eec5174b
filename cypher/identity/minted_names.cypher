// The surface names of minted entities, with counts and the entity that each denotes now. Parameters: minted (id prefix).
MATCH (m:Mention)-[d:DENOTES]->(n:`biolink:NamedThing`) WHERE d.local_id STARTS WITH $minted
RETURN d.local_id AS id, m.name AS name, m.category AS category, n.id AS denoted,
  d.method AS method, d.score AS score, count(*) AS uses
