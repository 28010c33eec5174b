// The sets of qualifiers that claims have, with the number of claims and one of them.
MATCH (:`biolink:NamedThing`)-[e]->(:`biolink:NamedThing`)
WITH e, [key IN keys(e) WHERE key ENDS WITH '_qualifier' OR key = 'qualified_predicate' | [key, e[key]]] AS qualifiers
WHERE size(qualifiers) > 0
RETURN qualifiers, count(*) AS count, min(e.id) AS example
