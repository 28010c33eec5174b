// Contents of the graph: nodes by category, mentions by type, claims by predicate and by source. Every claim is read.
CALL () {
  MATCH ()-[e]->()
  WITH type(e) AS predicate, e.primary_knowledge_source AS source, count(*) AS count
  WHERE source IS NOT NULL
  WITH collect({predicate: predicate, source: source, count: count}) AS claims
  UNWIND ['predicate', 'source'] AS kind
  UNWIND claims AS claim
  RETURN kind, claim[kind] AS name, sum(claim.count) AS count
  UNION ALL
  MATCH (n:`biolink:NamedThing`) RETURN 'category' AS kind, coalesce(head(n.category), 'none') AS name, count(*) AS count
  UNION ALL
  MATCH (n:Document) RETURN 'text' AS kind, 'documents' AS name, count(*) AS count
  UNION ALL
  MATCH (n:Sentence) RETURN 'text' AS kind, 'sentences' AS name, count(*) AS count
  UNION ALL
  MATCH (n:Mention) RETURN 'mention' AS kind, coalesce(n.native_type, 'none') AS name, count(*) AS count
}
RETURN kind, name, count
ORDER BY kind, count DESC, name
