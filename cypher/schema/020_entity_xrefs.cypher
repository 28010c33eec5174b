// Entities by an id that another vocabulary has for them: questions and sources name a disease by MeSH, say.
CREATE FULLTEXT INDEX entity_xrefs IF NOT EXISTS FOR (n:`biolink:NamedThing`) ON EACH [n.xref, n.equivalent_identifiers]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}
