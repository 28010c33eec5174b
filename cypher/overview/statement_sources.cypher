// Purpose: the sources of the claims between entities, with their counts.
// Parameters: none.
MATCH (:`biolink:NamedThing`)-[statement]->(:`biolink:NamedThing`)
WHERE statement.primary_knowledge_source IS NOT NULL
RETURN statement.primary_knowledge_source AS source, count(*) AS held
