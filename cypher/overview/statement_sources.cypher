// Purpose: the sources of the statements between entities, with how many each gave.
// Parameters: none.
MATCH (:`biolink:NamedThing`)-[statement]->(:`biolink:NamedThing`)
WHERE statement.primary_knowledge_source IS NOT NULL
RETURN statement.primary_knowledge_source AS source, count(*) AS held
