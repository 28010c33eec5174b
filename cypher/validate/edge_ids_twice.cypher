// Edge ids that more than one edge bears. Identifiers: none. Types with a uniqueness constraint cannot fail.
MATCH ()-[e]->()
WHERE e.id IS NOT NULL AND NOT type(e) IN $guarded
WITH e.id AS id, type(e) AS type, count(*) AS times
WHERE times > 1
RETURN type AS item, count(*) AS count, collect(id)[..3] AS examples
