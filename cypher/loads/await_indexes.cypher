// Wait until every index is online. Parameters: seconds.
CALL db.awaitIndexes($seconds)
