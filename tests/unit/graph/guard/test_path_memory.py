"""Paths that the database would hold without counting them: refused, and what is counted passes."""

import pytest

from bioloom import resources
from bioloom.errors import UsageError
from bioloom.graph.cookbook.recipes import recipes
from bioloom.graph.guard.cypher_tree import read_tree
from bioloom.graph.guard.path_memory import check_path_memory

HELD = [
    "MATCH p=()-[*1..10]-() RETURN collect(p) AS paths",
    "MATCH p=(a)-->(b) RETURN size(collect(p))",
    "MATCH `a path`=(a)-->(b) RETURN size(collect(`a path`))",
    "OPTIONAL MATCH (x), p=(a)-->(b) WHERE a.n = 1 RETURN collect([p, 1])",
    "MATCH p=(a)-->(b) RETURN collect({path: p})",
    "MATCH p=(a)-->(b) WITH p AS q WITH q AS r, 1 AS one RETURN collect(r)",
    "MATCH p=(a)-->(b) RETURN collect(CASE WHEN length(p) > 1 THEN p END)",
    "MATCH p=(a)-->(b) RETURN DISTINCT p",
    "MATCH p=(a)-->(b) WITH DISTINCT p, a RETURN a",
    "MATCH p=(a)-->(b) RETURN count(DISTINCT p)",
    "MATCH p=(a)-->(b) RETURN p, count(*)",
    "MATCH p=(a)-->(b) RETURN [p] AS x, 1 + sum(a.n) AS y",
    "MATCH p=()--{1,10}() RETURN size(collect(p))",
    "MATCH p = ANY SHORTEST (a)-->+(b) RETURN collect(p)",
    "MATCH (a), (b) RETURN collect(shortestPath((a)-[*]-(b)))",
    "MATCH (a), (b) MATCH p=allShortestPaths((a)-[*]-(b)) RETURN collect(p)",
    "RETURN [p=(a)-->(b) | p]",
    "MATCH (a) RETURN [p=(a)-->(b) WHERE b.n > 1 | [p, 1]]",
    "RETURN size(COLLECT { MATCH p=()-->() RETURN p })",
    "CALL () { MATCH p=()-->() RETURN p } RETURN collect(p)",
    "MATCH p=()-->() RETURN p UNION MATCH p=()<--() RETURN p",
    "RETURN null AS p UNION MATCH p=()<--() RETURN p",
    "MATCH p=()-->() WITH * RETURN collect(p)",
    "MATCH p=()-->() WITH collect([x IN [p] | x]) AS l RETURN l",
    "MATCH p=()-->() WITH p LIMIT 10000000 RETURN collect(p)",
    "MATCH p=()-->() WITH p LIMIT $many RETURN collect(p)",
    "EXPLAIN MATCH p=()-->() RETURN collect(p)",
    "UNWIND range(1, 99999) AS i CALL (i) { MATCH p=()-->() RETURN p LIMIT 9999 } RETURN collect(p)",
    "MATCH p=()-->() RETURN `collect`(p)",
    "MATCH p=()-->() UNWIND [p] AS q RETURN collect(q)",
    "CALL () { MATCH p=()-->() RETURN p AS q UNION ALL RETURN null AS q } RETURN collect(q)",
    "MATCH (a) RETURN [p=(a)-->() | [1] || [p]]",
    "UNWIND range(1, 99999) AS i RETURN collect(COLLECT { MATCH p=()-->() RETURN p LIMIT 9999 })",
]

COUNTED = [
    "MATCH p=(a)-[*1..3]-(b) RETURN p",
    "MATCH p=(a)-[*1..3]-(b) RETURN p ORDER BY length(p) DESC LIMIT 5",
    "MATCH p=(a)-[*1..3]-(b) RETURN count(p), min(length(p)), avg(length(p))",
    "MATCH p=(a)-[*1..3]-(b) RETURN collect(nodes(p)) AS n, collect(relationships(p)) AS r",
    "MATCH p=(a)-[*1..3]-(b) RETURN DISTINCT length(p)",
    "MATCH p=(a)-[*1..3]-(b) WITH a, length(p) AS far RETURN a, collect(far)",
    "MATCH p=(a)-[*1..3]-(b) WITH p LIMIT 100 RETURN collect(p)",
    "MATCH p=(a)-[*1..3]-(b) WITH p ORDER BY length(p) LIMIT $few RETURN collect(p)",
    "MATCH p=(a)-[*1..3]-(b) RETURN [n IN nodes(p) | n.name]",
    "MATCH (a) RETURN [p=(a)-->(b) | length(p)], size([(a)-->(b) | b.p])",
    "MATCH (a) WHERE EXISTS { MATCH p=(a)-->() WHERE length(p) > 1 RETURN p } RETURN collect(a.p)",
    "MATCH (a {p: 1}) RETURN DISTINCT a.p, $p, collect({p: a.p})",
    "MATCH p=()-->() RETURN p UNION ALL MATCH p=()<--() RETURN p",
    "MATCH p=()-->() RETURN length(p) AS l UNION MATCH (p) RETURN p.n AS l",
    "MATCH (n) RETURN n.kind AS kind, collect(n.name)",
    "RETURN " + "[p=()-->() | " * 50 + "1" + "]" * 50,
    "RETURN [" + "a, " * 30_000 + "a]",
]

_GIVEN = {"few": 50, "many": 10**9}


@pytest.mark.parametrize("cypher", HELD)
def test_paths_that_would_be_held_are_refused_with_what_to_write(cypher: str) -> None:
    with pytest.raises(UsageError, match=r"holds paths .*collect nodes\(.* LIMIT 10000 before"):
        check_path_memory(read_tree(cypher), _GIVEN)


@pytest.mark.parametrize("cypher", COUNTED)
def test_what_the_database_counts_passes(cypher: str) -> None:
    check_path_memory(read_tree(cypher), _GIVEN)


def test_no_statement_of_the_cookbook_holds_paths() -> None:
    for entry in recipes():
        check_path_memory(read_tree(entry.cypher), {})
    for name in resources.names("cypher", "validate", ".cypher"):
        check_path_memory(read_tree(resources.text("cypher", name)), {})
