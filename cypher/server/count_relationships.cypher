// Counts all relationships, from the count store: instant on a graph of any size. No parameters.
MATCH ()-[r]->()
RETURN count(r) AS count
