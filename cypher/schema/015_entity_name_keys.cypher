// Entities by the whole key of one of their names: grounding looks names up here (docs/grounding.md).
CREATE FULLTEXT INDEX entity_name_keys IF NOT EXISTS FOR (n:`biolink:NamedThing`) ON EACH [n.name_keys]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}
