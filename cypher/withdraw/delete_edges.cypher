// All edges of one source, in transactions of their own. Parameters: source.
MATCH ()-[e]->() WHERE e.primary_knowledge_source = $source
CALL (e) { DELETE e } IN TRANSACTIONS OF 10000 ROWS
RETURN count(*) AS edges
