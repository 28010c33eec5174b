// All loads, newest first. No parameters.
MATCH (l:Load) RETURN properties(l) AS load ORDER BY l.updated DESC, l.id
