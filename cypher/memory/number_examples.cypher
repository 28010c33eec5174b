// The examples of one memory by their numbers. Identifiers: example.
MATCH (e:$$example$$)
RETURN e.number AS number, elementId(e) AS id
