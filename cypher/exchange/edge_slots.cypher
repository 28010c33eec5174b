// List the properties of the claims of one relationship type, for the columns of a table.
// Identifiers: type, end. No parameters.
MATCH (:$$end$$)-[e:$$type$$]->(:$$end$$)
UNWIND keys(e) AS slot
RETURN DISTINCT slot
ORDER BY slot
