// How many identity decisions there are. No parameters.
MATCH (i:Identity) RETURN count(i) AS count
