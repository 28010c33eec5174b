// Every edge with its ends: a caller asks for as much as may be asked for. Parameters: none.
MATCH (n)-[r]->(m)
RETURN n, r, m
