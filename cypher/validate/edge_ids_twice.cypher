// Edge ids of more than one edge. Parameters: guarded (types with a uniqueness constraint, which are left out).
MATCH ()-[e]->()
WHERE e.id IS NOT NULL AND NOT type(e) IN $guarded
WITH e.id AS id, type(e) AS type, count(*) AS times
WHERE times > 1
RETURN type AS item, count(*) AS count, collect(id)[..3] AS examples
