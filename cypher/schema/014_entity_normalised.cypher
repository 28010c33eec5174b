// Entities by a whole normal form: retrieval finds those that a question names.
// A range index would hold the list as one value and find no member of it.
CREATE FULLTEXT INDEX entity_normalised IF NOT EXISTS FOR (n:`biolink:NamedThing`) ON EACH [n.normalised]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}
