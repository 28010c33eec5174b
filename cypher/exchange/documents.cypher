// Read a page of the documents with their sentences, mentions and stated relations, in the order of ids. A relation
// that Biolink turned round keeps its ends as they were annotated.
// Parameters: after, most, documents, sources (lists; empty ones choose all).
MATCH (d:Document)
USING INDEX d:Document(id)
WHERE d.id > $after
  AND (size($documents) = 0 OR d.id IN $documents)
  AND (size($sources) = 0 OR d.primary_knowledge_source IN $sources)
WITH d ORDER BY d.id LIMIT $most
RETURN d.id AS id,
       [(d)-[:HAS_SENTENCE]->(s:Sentence) | {start: s.start, text: s.text}] AS sentences,
       [(d)-[:HAS_SENTENCE]->(:Sentence)<-[:IN_SENTENCE]-(m:Mention)
         | {id: m.id, start: m.start, end: m.end, text: m.name, type: m.native_type}] AS mentions,
       [(d)-[:HAS_SENTENCE]->(:Sentence)<-[:IN_SENTENCE]-(m:Mention)-[e]->(n:Mention)
         WHERE e.original_predicate IS NOT NULL AND NOT coalesce(e.derived, false)
         | {subject: coalesce(e.original_subject, m.id), predicate: e.original_predicate,
            object: coalesce(e.original_object, n.id), negated: coalesce(e.negated, false)}] AS relations
ORDER BY id
