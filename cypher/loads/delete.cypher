// Delete loads, so that a later load starts anew. Parameters: ids.
MATCH (l:Load) WHERE l.id IN $ids
WITH collect(l) AS gone
FOREACH (l IN gone | DELETE l)
RETURN size(gone) AS deleted
