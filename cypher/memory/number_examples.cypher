// The examples of one memory by number, with their element ids. Identifiers: example.
MATCH (e:$$example$$)
RETURN e.number AS number, elementId(e) AS id
