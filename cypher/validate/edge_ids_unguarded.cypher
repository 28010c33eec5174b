// Relationship types whose edge ids no constraint keeps unique: a load was interrupted and not finished.
// Parameters: guarded (types with a uniqueness constraint, which are left out).
CALL db.relationshipTypes() YIELD relationshipType AS item
WHERE item CONTAINS ':' AND NOT item IN $guarded
MATCH ()-[e:$(item)]->() WHERE e.id IS NOT NULL
RETURN item, count(*) AS count, [min(e.id), max(e.id)] AS examples
