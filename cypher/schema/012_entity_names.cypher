// Full-text index (BM25) over names and synonyms of entities.
CREATE FULLTEXT INDEX entity_names IF NOT EXISTS FOR (n:`biolink:NamedThing`) ON EACH [n.name, n.synonym]
