// The names that edges without a supporting text keep of the ends of minted entities. Parameters: minted (id prefix).
MATCH (n:`biolink:NamedThing`)-[e]-() WHERE n.id STARTS WITH $minted AND type(e) <> 'DENOTES' AND e.support IS NULL
  AND (e.original_subject IS NOT NULL OR e.original_object IS NOT NULL)
RETURN n.id AS id, [e.original_subject, e.original_object] AS names
