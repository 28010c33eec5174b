// Keyword index: entities by a whole normal form, for entity lookup in questions.
// A range index does not reach into lists.
CREATE FULLTEXT INDEX entity_normalised IF NOT EXISTS FOR (n:`biolink:NamedThing`) ON EACH [n.normalised]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}
