// Purpose: merge nodes of one label as a script of an evening does. Parameters: rows (property maps). Identifiers: label.
UNWIND $rows AS row
MERGE (n:`biolink:NamedThing` {id: row.id})
SET n:$$label$$, n += row
