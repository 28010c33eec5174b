// List the properties that nodes of one kind carry, for the columns of a table. Identifiers: end. No parameters.
MATCH (n:$$end$$)
UNWIND keys(n) AS slot
RETURN DISTINCT slot
ORDER BY slot
