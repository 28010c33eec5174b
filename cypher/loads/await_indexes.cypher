// Wait until every index answers. Parameters: seconds.
CALL db.awaitIndexes($seconds)
