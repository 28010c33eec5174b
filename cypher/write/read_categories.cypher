// The categories and internal ids of entities that may be ends of edges, those of the same categories together, so that these
// travel once; an absent id has no node, or one that goes after this load.
// Parameters: ids, earlier (prefix of the load's entries; null where nothing goes), current (of those of its present state).
UNWIND $ids AS id
MATCH (n:`biolink:NamedThing` {id: id})
WHERE $earlier IS NULL
  OR any(entry IN coalesce(n.record_hash, ['']) WHERE NOT entry STARTS WITH $earlier OR entry STARTS WITH $current)
RETURN n.category AS category, collect(id) AS ids, collect(id(n)) AS nodes
