MATCH (a {id: 'DOID:8577'})<-[e0:`biolink:treats`|`biolink:ameliorates_condition`]-(drug)-[e1:`biolink:treats`|`biolink:ameliorates_condition`]->(b)
WHERE NOT e1.negated AND b <> a
RETURN a.id AS a, drug.id AS drug, b.id AS b, e0.id AS e0, e1.id AS e1
