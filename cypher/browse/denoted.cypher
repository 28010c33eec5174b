// Purpose: the entities that mentions denote.
// Parameters: ids (of mentions).
UNWIND $ids AS id
MATCH (:Mention {id: id})-[:DENOTES]->(entity:`biolink:NamedThing`)
RETURN id AS mention, min(entity.id) AS entity
