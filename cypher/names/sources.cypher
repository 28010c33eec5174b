// Which sources are loaded. Parameters: names (lists of the name as given, its infores CURIE, the beginning of
// document ids or null). Claims are looked through until one is found.
UNWIND $names AS name
WITH name[0] AS name, name[1] AS source, name[2] AS corpus
WHERE EXISTS { MATCH (d:Document) WHERE d.primary_knowledge_source = source OR d.id STARTS WITH corpus }
  OR EXISTS { MATCH ()-[e]->() WHERE e.primary_knowledge_source = source }
RETURN name
