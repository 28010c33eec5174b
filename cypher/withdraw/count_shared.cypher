// Count the documents, edges and entities that a load states and others too. Parameters: load (prefix of its entries).
CALL () {
  MATCH (d:Document) WITH [d.record_hash] + coalesce(d.shared_with, []) AS entries
  WHERE any(entry IN entries WHERE entry STARTS WITH $load) AND any(entry IN entries WHERE NOT entry STARTS WITH $load)
  RETURN count(*) AS found
UNION ALL
  MATCH (:`biolink:NamedThing`)-[e]->(:`biolink:NamedThing`)
  WHERE any(entry IN e.record_hash WHERE entry STARTS WITH $load AND NOT entry CONTAINS '-')
    AND any(entry IN e.record_hash WHERE NOT entry STARTS WITH $load OR entry CONTAINS '-')
  RETURN count(*) AS found
UNION ALL
  MATCH (n:`biolink:NamedThing`)
  WHERE any(entry IN n.record_hash WHERE entry STARTS WITH $load)
    AND any(entry IN n.record_hash WHERE NOT entry STARTS WITH $load)
  RETURN count(*) AS found
}
RETURN sum(found) AS shared
