// Labels and relationship types with a Biolink name, with their counts.
MATCH (n:`biolink:NamedThing`)
UNWIND labels(n) AS name
RETURN 'label' AS kind, name, count(*) AS count
UNION ALL
MATCH ()-[e]->()
RETURN 'type' AS kind, type(e) AS name, count(*) AS count
