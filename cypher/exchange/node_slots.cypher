// List the properties of the nodes of one kind, for the columns of a table. Identifiers: end. No parameters.
MATCH (n:$$end$$)
UNWIND keys(n) AS slot
RETURN DISTINCT slot
ORDER BY slot
