// A fingerprint of the state of the graph without reading it: the store's counts and the loads. No parameters.
CALL () { MATCH (n) RETURN count(n) AS nodes }
CALL () { MATCH ()-[e]->() RETURN count(e) AS edges }
CALL () { MATCH (l:Load) WITH l ORDER BY l.id RETURN collect([l.id, l.status, toString(l.updated)]) AS loads }
RETURN nodes, edges, loads
