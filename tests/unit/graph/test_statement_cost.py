"""Cost of statements: what could exhaust the database is refused unread, what analysts write passes."""

import pytest

from bioloom import resources
from bioloom.errors import UsageError
from bioloom.graph.cookbook import recipes
from bioloom.graph.read_only_guard import check_statement
from bioloom.graph.statement_cost import check_cost

_DOUBLED = "reduce(s = 'aaaaaaaa', i IN range(1, 26) | s + s)"

EXHAUSTING = [
    f"RETURN size({_DOUBLED})",
    "RETURN size([x IN range(1,60000000) | toString(x)])",
    "RETURN range(1,12000000) AS x",
    "RETURN size(reduce(s='aaaaaaaa', i IN range(1,26) | s || s))",
    "RETURN size(reduce(l=[1,2], i IN range(1,30) | l+l))",
    "RETURN toString(reduce(a=[[1]], i IN range(1,30) | [a,a]))",
    "RETURN reduce(s = $s, i IN range(1,22) | s + s)",
    "RETURN reduce(s='', i IN range(1,190000) | s + 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
    "UNWIND [1,2] AS x WITH reduce(s='ab', i IN range(1,40)| s+toString(i)+s) AS q RETURN q",
    "WITH 'aaaaaaaaaaaaaaaaaaaa' AS s " + "WITH s+s AS s " * 26 + "RETURN size(s)",
    "WITH ['a'] AS s " + "WITH [s,s] AS s " * 26 + "RETURN s",
    "WITH range(1,100000) AS l RETURN [x IN l | l]",
    "WITH $long AS s RETURN replace(replace(s, 'a', s), 'a', s)",
    "RETURN split(reduce(s='', i IN range(1,100000) | s + 'aaaaaaaaa'),'')",
    "RETURN size([x IN range(1,10000) | [y IN range(1,10000) | x*y]])",
    "RETURN all(x IN range(1,200000) WHERE all(y IN range(1,200000) WHERE x+y>0))",
    "RETURN size(`range`(1,60000000))",
    "RETURN size([x IN range(0x0, 0x3938700) | x])",
    "RETURN [x IN range(0,9223372036854775807,1) | x]",
    "RETURN size([x IN range(1,$n) | toString(x)])",
    "WITH 60000000 AS n RETURN size([x IN range(1,n) | x])",
    "MATCH (n) RETURN [x IN range(1,size(n.name)*100000000) | x]",
    "MATCH (n) RETURN n, [x IN range(1,60000000) | n.name]",
    "UNWIND range(1,100) AS a WITH collect(range(1,90000)) AS l RETURN l",
    "RETURN size(COLLECT { UNWIND range(1,100000) AS x RETURN [x,x,range(1,10000)] })",
    "UNWIND range(1, 2000000000) AS n RETURN size(collect(n))",
    f"CALL {{ RETURN {_DOUBLED} AS s }} RETURN size(s)",
    f"MATCH (n) WHERE size({_DOUBLED}) > 1 RETURN n",
    f"MATCH (n) WHERE EXISTS {{ MATCH (n)-->(m) WHERE m.name = {_DOUBLED} }} RETURN n",
    f"MATCH (n) RETURN n ORDER BY {_DOUBLED}",
    f"MATCH (n) RETURN n.name AS name UNION RETURN {_DOUBLED} AS name",
    f"RETURN CASE WHEN true THEN {_DOUBLED} ELSE 1 END",
    f"RETURN {{a: [1, {_DOUBLED}]}}",
    f"RETURN COUNT {{ UNWIND range(1,10) AS x WITH {_DOUBLED} AS z RETURN z }}",
    "RETURN " + "[" * 100 + "]" * 100,
    "RETURN '" + "a" * 200_000 + "'",
]

USUAL = [
    "MATCH p=(a)-[*1..3]-(b) RETURN [x IN nodes(p) | x.name], reduce(t=0, x IN relationships(p) | t+x.w)",
    "MATCH (n) WITH collect(n.name) AS l UNWIND range(0,size(l)-1) AS i RETURN i, l[i]",
    "MATCH (n) RETURN reduce(m=0, x IN n.values | CASE WHEN x > m THEN x ELSE m END)",
    "MATCH (n) RETURN reduce(s='', x IN n.synonym | s + ', ' + x)",
    "MATCH (n) WITH collect(n) AS ns RETURN [a IN ns WHERE any(b IN ns WHERE a.id = b.id) | a.name]",
    "MATCH (a {name: $s})-->(b) RETURN a{.*, n: [x IN b.list WHERE x STARTS WITH 'a' | x]}",
    "MATCH (n) RETURN [(n)-[:A]->(m) WHERE m.x IN [1,2] | m.name] AS l ORDER BY size(l) LIMIT 5",
    "RETURN [x IN range(1,100000) | x]",
    "UNWIND range(1,400000) AS x RETURN count(x), collect(x)",
    "UNWIND range(1, 2000000000) AS n RETURN sum(n)",
    "UNWIND range($n - 60000000, $n - 59999000) AS x RETURN x",
    "RETURN",
    "RETURN )]}",
]

_GIVEN = {"n": 60_000_000, "s": "abc", "long": "a" * 1000}


@pytest.mark.parametrize("statement", EXHAUSTING)
def test_what_could_exhaust_the_database_is_refused(statement: str) -> None:
    with pytest.raises(UsageError) as refused:
        check_cost(statement, _GIVEN)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("statement", USUAL)
def test_usual_statements_pass(statement: str) -> None:
    check_cost(statement, _GIVEN)


def test_what_would_be_planned_for_minutes_is_refused() -> None:
    chain = "MATCH " + ", ".join(f"(n{at})-[:KNOWS]->(n{at + 1})" for at in range(26)) + " RETURN count(*)"
    with pytest.raises(UsageError, match="26 relationships: at most 25 are allowed"):
        check_cost(chain, {})
    check_cost(chain.replace("(n25)-[:KNOWS]->(n26)", "(n25)"), {})
    with pytest.raises(UsageError, match="600 operators: at most 500 are allowed"):
        check_cost("MATCH (n) WHERE n.id = 0 " + " OR n.id = 1" * 600 + " RETURN n", {})
    check_cost("RETURN [" + "1 + 1, " * 600 + "1]", {})


def test_the_cookbook_and_the_rules_of_protocols_pass() -> None:
    queries = [entry.cypher for entry in recipes()]
    rules = [resources.text("cypher", path) for path in resources.names("cypher", "check", ".cypher")]
    assert len(queries) + len(rules) > 20
    for text in queries:
        check_cost(text, {})
    for text in rules:
        check_cost(text, {}, patterns=False)


@pytest.mark.parametrize("word", ["PROFILE", "explain", "CYPHER runtime=slotted PROFILE"])
def test_a_word_that_asks_for_the_plan_hides_nothing(word: str) -> None:
    with pytest.raises(UsageError, match="12,000,000 numbers"):
        check_statement(f"{word} RETURN range(1,12000000) AS x", {})
