// Keyword index: entities by the whole key of a name, for grounding (docs/grounding.md).
CREATE FULLTEXT INDEX entity_name_keys IF NOT EXISTS FOR (n:`biolink:NamedThing`) ON EACH [n.name_keys]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}
