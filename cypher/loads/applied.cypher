// Names of the migrations that were run.
MATCH (m:Migration) RETURN m.name AS name
