// Purpose: for each text the entities with the most similar names, best first.
// Parameters: queries (number, lucene: query text), k (entities a text).
UNWIND $queries AS asked
CALL db.index.fulltext.queryNodes('entity_names', asked.lucene, {limit: $k}) YIELD node, score
RETURN asked.number AS number, node.id AS id, node.name AS name, node.category AS category,
  node.synonym AS synonym, score,
  any(entry IN coalesce(node.record_hash, ['']) WHERE NOT entry STARTS WITH 'minted.') AS described
ORDER BY number, score DESC, id
