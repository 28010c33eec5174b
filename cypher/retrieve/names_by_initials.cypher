// Purpose: the normal forms of names that have certain initials, and whether something has it for its own name, no synonym.
// Parameters: queries (Lucene texts, each a regular expression between slashes), patterns (the same without slashes).
UNWIND $queries AS query
CALL db.index.fulltext.queryNodes('entity_normalised', query, {limit: 300}) YIELD node
UNWIND node.normalised AS name
WITH node, name
WHERE any(pattern IN $patterns WHERE name =~ pattern)
RETURN name, max(CASE WHEN node.normalised[0] = name THEN 1 ELSE 0 END) > 0 AS own ORDER BY name
