// Purpose: what nodes the graph holds, by the category of entities, the native type of mentions, else the label; an example each.
// Parameters: none.
CALL () {
  MATCH (n:`biolink:NamedThing`)
  RETURN 'entity' AS kind, coalesce(head(n.category), 'biolink:NamedThing') AS name, count(*) AS count, min(coalesce(n.name, n.id)) AS example
UNION ALL
  MATCH (n:Mention)
  RETURN 'mention' AS kind, coalesce(n.native_type, 'none') AS name, count(*) AS count, min(n.name) AS example
UNION ALL
  MATCH (n:Document)
  RETURN 'text' AS kind, 'Document' AS name, count(*) AS count, min(n.id) AS example
UNION ALL
  MATCH (n:Sentence)
  RETURN 'text' AS kind, 'Sentence' AS name, count(*) AS count, min(n.id) AS example
}
WITH * WHERE count > 0
RETURN kind, name, count, example
ORDER BY kind, count DESC, name
