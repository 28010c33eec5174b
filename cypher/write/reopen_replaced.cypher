// Set loads of which another load replaced a document: the next load of their source starts anew. Parameters: rows (ids).
UNWIND $rows AS id
MATCH (l:Load {id: id})
SET l.status = 'replaced', l.position = 0, l.fingerprint = ''
