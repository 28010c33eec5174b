// The loads that wrote edges or documents of a source, or whose withdrawal was interrupted. Parameters: source.
CALL () {
  MATCH ()-[e]->() WHERE e.primary_knowledge_source = $source
  UNWIND coalesce(e.record_hash, []) AS record
  RETURN DISTINCT split(record, '.')[0] AS load
UNION
  MATCH (d:Document) WHERE d.primary_knowledge_source = $source
  UNWIND [d.record_hash] + coalesce(d.shared_with, []) AS record
  RETURN DISTINCT split(record, '.')[0] AS load
UNION
  MATCH (l:Load) WHERE l.withdrawing = $source
  RETURN l.id AS load
}
RETURN load
