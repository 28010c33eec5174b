// Purpose: the memories of the graph, by name. No parameters.
MATCH (m:Memory)
RETURN m {.*} AS memory
ORDER BY m.name
