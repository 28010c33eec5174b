// Purpose: the minted entities of one name: what texts call alike counts as one thing where people look at it.
// Parameters: name (Lucene text: the normal form in quotes), prefix (of minted ids).
CALL db.index.fulltext.queryNodes('entity_normalised', $name) YIELD node
WHERE node.id STARTS WITH $prefix
RETURN node.id AS id ORDER BY COUNT { (node)<-[:DENOTES]-() } DESC, id
