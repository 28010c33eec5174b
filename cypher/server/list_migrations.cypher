// Lists the schema files that have been run. No parameters.
OPTIONAL MATCH (m:Migration)
RETURN collect(m.name) AS names
