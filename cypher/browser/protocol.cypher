// A protocol as a graph: its steps in order, with what each uses, acts on and is set to.
// param: protocol document ~ wlp:protocol_104 : the id of the document
MATCH path = (step:Mention {document_id: $protocol})-[link]-(:Mention)
WHERE step.native_type = 'verb' AND NOT coalesce(link.derived, false)
RETURN path LIMIT 200
