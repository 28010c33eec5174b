// Counts all nodes, from the count store: instant on a graph of any size. No parameters.
MATCH (n)
RETURN count(n) AS count
