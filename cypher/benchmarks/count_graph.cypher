// Purpose: count what a load of a KGX graph has written. No parameters.
CALL () { MATCH (n:`biolink:NamedThing`) RETURN count(n) AS nodes }
CALL () { MATCH (:`biolink:NamedThing`)-[e]->(:`biolink:NamedThing`) RETURN count(e) AS edges }
RETURN nodes, edges
