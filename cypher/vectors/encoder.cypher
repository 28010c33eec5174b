// Purpose: the encoder that made the vectors of the sentences; no row where no sentence has one.
// Any one vector of the index tells, so that no sentence is read one by one. Parameters: probe (any vector).
CALL db.index.vector.queryNodes('sentence_embedding', 1, $probe) YIELD node
RETURN node.embedded_by AS encoder
