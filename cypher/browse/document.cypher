// Purpose: one document with its sentences in text order, what it holds in numbers, and the loads that brought it.
// Parameters: document (id), limit (of sentences).
MATCH (document:Document {id: $document})
RETURN document.id AS id, document.title AS title, document.primary_knowledge_source AS source, document.kind AS kind,
  document.extractor AS extractor, document.licence AS licence,
  COLLECT {
    MATCH (document)-[:HAS_SENTENCE]->(sentence:Sentence)
    WITH sentence ORDER BY sentence.index LIMIT $limit
    RETURN {id: sentence.id, number: sentence.index + 1, text: sentence.text, start: sentence.start,
      printed: sentence.printed}
  } AS sentences,
  {
    sentences: COUNT { (document)-[:HAS_SENTENCE]->(:Sentence) },
    mentions: COUNT { (document)-[:HAS_SENTENCE]->(:Sentence)<-[:IN_SENTENCE]-(:Mention) },
    relations: COUNT { (document)-[:HAS_SENTENCE]->(:Sentence)<-[:IN_SENTENCE]-(:Mention)-->(:Mention) },
    entities: COUNT {
      MATCH (document)-[:HAS_SENTENCE]->(:Sentence)<-[:IN_SENTENCE]-(:Mention)-[:DENOTES]->(entity) RETURN DISTINCT entity
    },
    statements: COUNT {
      MATCH (document)-[:HAS_SENTENCE]->(:Sentence)<-[:IN_SENTENCE]-(:Mention)-[:DENOTES]->(entity)
      WITH DISTINCT entity
      MATCH (entity)-[edge]-(:`biolink:NamedThing`)
      WHERE $document IN coalesce(edge.document_ids, [])
      RETURN DISTINCT edge
    }
  } AS counts,
  COLLECT {
    UNWIND [entry IN [document.record_hash] + coalesce(document.shared_with, []) | split(entry, '.')[0]] AS id
    MATCH (load:Load {id: id})
    WITH DISTINCT load ORDER BY load.updated DESC, load.id
    RETURN load {.id, source: coalesce(load.label, load.source), .status, .updated, .extractor}
  } AS loads
