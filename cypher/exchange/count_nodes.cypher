// Count the nodes of one kind, for the progress bar. Identifiers: end. No parameters.
MATCH (n:$$end$$)
RETURN count(n) AS count
