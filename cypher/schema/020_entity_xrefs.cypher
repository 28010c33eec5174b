// Keyword index: entities by their ids in other vocabularies, such as a disease's MeSH id.
CREATE FULLTEXT INDEX entity_xrefs IF NOT EXISTS FOR (n:`biolink:NamedThing`) ON EACH [n.xref, n.equivalent_identifiers]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}
