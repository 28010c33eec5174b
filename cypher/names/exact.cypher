// Purpose: the entities with any of these name keys, with all their names.
// Parameters: query (Lucene text: up to 500 keys, each in quotes).
CALL db.index.fulltext.queryNodes('entity_name_keys', $query) YIELD node
RETURN node.id AS id, node.name AS name, node.category AS category, node.synonym AS synonym, node.name_keys AS keys,
  any(entry IN coalesce(node.record_hash, ['']) WHERE NOT entry STARTS WITH 'minted.') AS described
