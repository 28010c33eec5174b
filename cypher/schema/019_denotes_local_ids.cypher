// Migration of graphs from before grounding: local_id becomes the id of the denoted entity.
MATCH (:Mention)-[d:DENOTES]->(n:`biolink:NamedThing`) WHERE d.local_id IS NULL
SET d.local_id = n.id
