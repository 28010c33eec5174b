// The names of the applied migrations. No parameters.
MATCH (m:Migration) RETURN m.name AS name
