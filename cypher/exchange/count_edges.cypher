// Count the relationships of one type, for the progress bar. Identifiers: type. No parameters.
MATCH ()-[e:$$type$$]->()
RETURN count(e) AS count
