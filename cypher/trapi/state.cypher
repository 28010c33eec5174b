// What tells one state of the graph from the next without reading it: the store's own counts and the loads. No parameters.
CALL () { MATCH (n) RETURN count(n) AS nodes }
CALL () { MATCH ()-[e]->() RETURN count(e) AS edges }
CALL () { MATCH (l:Load) WITH l ORDER BY l.id RETURN collect([l.id, l.status, toString(l.updated)]) AS loads }
RETURN nodes, edges, loads
