// Delete a batch of the nodes of one memory. Parameters: most. Identifiers: part (label of its keys or examples).
MATCH (n:$$part$$)
WITH n LIMIT $most
DETACH DELETE n
RETURN count(*) AS deleted
