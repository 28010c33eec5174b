// Purpose: the encoder of the sentence vectors; no row if no sentence has one.
// Reads one vector of the index instead of all sentences. Parameters: probe (any vector).
CALL db.index.vector.queryNodes('sentence_embedding', 1, $probe) YIELD node
RETURN node.embedded_by AS encoder
