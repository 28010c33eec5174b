// Purpose: the normal forms of names that have certain initials.
// Parameters: queries (Lucene texts, each a regular expression between slashes), patterns (the same without slashes).
UNWIND $queries AS query
CALL db.index.fulltext.queryNodes('entity_normalised', query, {limit: 300}) YIELD node
UNWIND node.normalised AS name
WITH DISTINCT name
WHERE any(pattern IN $patterns WHERE name =~ pattern)
RETURN name ORDER BY name
