// Contents of the graph: nodes by category, mentions by type, claims by predicate and by source.
CALL () {
  MATCH (n:`biolink:NamedThing`) RETURN 'category' AS kind, coalesce(head(n.category), 'none') AS name, count(*) AS count
  UNION ALL
  MATCH (n:Document) RETURN 'text' AS kind, 'documents' AS name, count(*) AS count
  UNION ALL
  MATCH (n:Sentence) RETURN 'text' AS kind, 'sentences' AS name, count(*) AS count
  UNION ALL
  MATCH (n:Mention) RETURN 'mention' AS kind, coalesce(n.native_type, 'none') AS name, count(*) AS count
  UNION ALL
  MATCH ()-[e]->() WHERE e.primary_knowledge_source IS NOT NULL
  RETURN 'predicate' AS kind, type(e) AS name, count(*) AS count
  UNION ALL
  MATCH ()-[e]->() WHERE e.primary_knowledge_source IS NOT NULL
  RETURN 'source' AS kind, e.primary_knowledge_source AS name, count(*) AS count
}
RETURN kind, name, count
ORDER BY kind, count DESC, name
