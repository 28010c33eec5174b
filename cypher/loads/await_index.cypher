// Wait until an index is online. Parameters: index, seconds.
CALL db.awaitIndex($index, $seconds)
