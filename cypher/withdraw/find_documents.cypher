// A batch of documents of one source. Parameters: source, most.
MATCH (d:Document) WHERE d.primary_knowledge_source = $source
RETURN d.id AS id LIMIT $most
