// Purpose: the kinds of documents (protocol, abstract, article). Parameters: ids.
MATCH (d:Document)
WHERE d.id IN $ids
RETURN d.id AS id, d.kind AS kind
