// One edge with its ends, its sentences and the documents of these.
// Identifiers: type. Parameters: id.
MATCH (subject)-[edge:$$type$$ {id: $id}]->(object)
RETURN type(edge) AS predicate, properties(edge) AS edge, subject {.id, .name} AS subject, object {.id, .name} AS object,
  COLLECT {
    UNWIND coalesce(edge.sentence_ids, [edge.sentence_id]) AS name
    MATCH (sentence:Sentence {id: name})
    OPTIONAL MATCH (document:Document {id: sentence.document_id})
    RETURN {id: sentence.id, text: sentence.text, document: document.id, file: document.source_file}
    ORDER BY sentence.id
  } AS sentences,
  COLLECT {
    MATCH (document:Document)
    WHERE document.id IN coalesce(edge.document_ids, [edge.document_id])
    UNWIND document.record_hash AS entry
    RETURN entry
  } AS entries
LIMIT 1
