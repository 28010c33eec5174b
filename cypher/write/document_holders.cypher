// Documents that other loads than this one hold: their files, the sources of these loads, and what extracted them, then
// with their sentences. Parameters: ids, load.
UNWIND $ids AS id
MATCH (d:Document {id: id})
WITH d, [entry IN [d.record_hash] + coalesce(d.shared_with, []) | split(entry, '.')[0]] AS loads
WHERE any(load IN loads WHERE load <> $load)
OPTIONAL MATCH (l:Load) WHERE l.id IN loads AND l.id <> $load
WITH d, collect(l.source) AS sources, max(CASE WHEN l.extractor <> '' THEN l.extractor END) AS extractor
RETURN d.id AS id, d.record_hash AS entry, d.source_file AS file, sources, extractor,
  CASE WHEN extractor IS NULL THEN [] ELSE COLLECT {
    MATCH (d)-[:HAS_SENTENCE]->(s) RETURN s.text ORDER BY s.index
  } END AS texts
