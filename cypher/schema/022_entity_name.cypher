// Text index: entities by their whole name or a part of it, for people's own Cypher ({name: "Metformin"}, CONTAINS).
CREATE TEXT INDEX entity_name IF NOT EXISTS FOR (n:`biolink:NamedThing`) ON (n.name)
