// Count all relationships, from the count store in constant time. No parameters.
MATCH ()-[r]->()
RETURN count(r) AS count
