// What texts call the things that were minted here, how often, and what each denotes now. Parameters: minted.
MATCH (m:Mention)-[d:DENOTES]->(n:`biolink:NamedThing`) WHERE d.local_id STARTS WITH $minted
RETURN d.local_id AS id, m.name AS name, m.category AS category, n.id AS denoted,
  d.method AS method, d.score AS score, count(*) AS uses
