// The number of identity decisions. No parameters.
MATCH (i:Identity) RETURN count(i) AS count
