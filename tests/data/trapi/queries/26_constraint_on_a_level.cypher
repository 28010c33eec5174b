MATCH (a {id: 'DOID:7148'})-[e]-(b:`biolink:NamedThing`)
WHERE NOT e.knowledge_level IN ['text_co_occurrence', 'prediction']
RETURN a.id AS a, b.id AS b, e.id AS e
