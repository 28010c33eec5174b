// Count all nodes, from the count store in constant time. No parameters.
MATCH (n)
RETURN count(n) AS count
