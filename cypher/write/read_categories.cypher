// The categories and internal ids of entities that may be ends of edges; an absent id has no node, or one that goes after this load.
// Parameters: ids, earlier (prefix of the load's entries; null where nothing goes), current (of those of its present state).
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
WHERE $earlier IS NULL
  OR any(entry IN coalesce(n.record_hash, ['']) WHERE NOT entry STARTS WITH $earlier OR entry STARTS WITH $current)
RETURN id, n.category AS category, id(n) AS node
