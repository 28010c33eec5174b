// Purpose: keep the name under which an uploaded file was sent, the first one, on the node of its load, whose source is
// the name under which it is kept. Parameters: id, label.
MATCH (l:Load {id: $id})
SET l.label = coalesce(l.label, $label)
