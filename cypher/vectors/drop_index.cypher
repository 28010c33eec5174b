// Purpose: drop the vector index over sentences, whose width another encoder's vectors do not have. Parameters: none.
DROP INDEX sentence_embedding IF EXISTS
