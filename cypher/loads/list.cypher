// All loads, newest first.
MATCH (l:Load) RETURN properties(l) AS load ORDER BY l.updated DESC, l.id
