// Mentions of graphs that knew no grounding: their own id is the one that they name.
MATCH (:Mention)-[d:DENOTES]->(n:`biolink:NamedThing`) WHERE d.local_id IS NULL
SET d.local_id = n.id
