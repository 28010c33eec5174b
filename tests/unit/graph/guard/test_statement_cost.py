"""Cost of statements: what could exhaust the database is refused unread, what analysts write passes."""

import pytest

from bioloom import resources
from bioloom.errors import UsageError
from bioloom.graph.cookbook.recipes import recipes
from bioloom.graph.guard.cypher_tree import WORDS
from bioloom.graph.guard.read_only_guard import check_statement
from bioloom.graph.guard.statement_cost import check_cost

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
    *(f"RETURN size(reduce({word}='aaaaaaaa', i IN range(1,40) | {word}+{word}))" for word in sorted(WORDS)),
    *(
        "WITH 'aaaaaaaa' AS s " + f"WITH s+s AS {word} WITH {word}+{word} AS s " * 13 + "RETURN s"
        for word in WORDS
    ),
    "MATCH (where) WITH 'aaaaaaaa' AS s " + "WITH where.x+s+s AS s " * 40 + "RETURN s",
    "MATCH (n) WITH 'aaaaaaaa' AS s, n " + "WITH s, n ORDER BY n.starts WITH s+s AS s, n " * 40 + "RETURN s",
    "RETURN reduce(s='aaaaaaaa', case IN range(1,40) | case+s+s)",
    "RETURN reduce(s='aaaaaaaa', x IN range(1,40) | CASE WHEN true THEN s+else.x+s END)",
    "RETURN reduce(s='aaaaaaaa', x IN range(1,40) | CASE WHEN true THEN s+end+s END)",
    f"RETURN reduce(s='aaaaaaaa', x IN range(1,40) | CASE WHEN false THEN '{'b' * 2000}' ELSE s+s END)",
    "RETURN reduce(s='aaaaaaaa', x IN range(1,40) | [{limit: s}, {limit: s}])",
    "RETURN reduce(s='aaaaaaaa', x IN range(1,40) | [x IN range(0,0,2) | s+s])",
    "RETURN reduce(s='a', x IN range(1,40) | replace(s, '', $a))",
    "RETURN reduce(s='1', x IN range(1111111111,1111111150) | replace(s, '1', toString(x)))",
    "RETURN reduce(a$b='aa', a$c IN range(1,40) | a$b+a$b)",
    "RETURN reduce(s\u20ac='aa', s\u20a4 IN range(1,40) | s\u20ac+s\u20ac)",
    "RETURN reduce(s\x85='aa', s\xad IN range(1,40) | s\x85+s\x85)",
    "WITH 'aaaaaaaa' AS `` " + "WITH `` + `` AS `` " * 40 + "RETURN ``",
    "WITH 'aaaaaaaa' AS `*` " + "WITH `*`+`*` AS `*` WITH *, 1 AS x " * 40 + "RETURN `*`",
    "WITH 'aaaaaaaa' AS s "
    + "CALL (s) { RETURN s+s AS t UNION ALL RETURN 1 AS t } WITH t AS s " * 40
    + "RETURN s",
    "WITH 'aaaaaaaa' AS s " + "WITH s+s AS s CALL () { WITH 1 AS s RETURN 1 AS t } WITH s " * 40 + "RETURN s",
    "RETURN reduce(s='aaaaaaaa', x IN range(1,40) | COLLECT { RETURN s+s AS t UNION ALL RETURN 1 AS t }[0])",
    "RETURN reduce(s='aaaaaaaa', x IN range(1,40) | COLLECT { WITH s+s AS t RETURN * }[0])",
    "RETURN reduce(s=$a, x IN [1,2,3,4] | [" + "||".join(["s"] * 400) + "][0])",
    "RETURN reduce(s='aaaaaaaa', x IN range(1,40) | [s+s+s, 'a'||'b'][0])",
    "RETURN reduce(s='aaaaaaaa', x IN range(1,40) | s || (s))",
    "WITH reduce(l=[], x IN split('', '') | range(1,400000)) AS l RETURN [x IN l | [y IN l | 1]]",
    "UNWIND [range(1,400000)] AS l RETURN size([x IN l | [y IN l | 1]])",
    "WITH [range(1,400000)] AS q WITH q[0] AS l RETURN size([x IN l | [y IN l | 1]])",
    "WITH head([range(1,400000)]) AS l RETURN size([x IN l | [y IN l | 1]])",
    "WITH CASE WHEN $a THEN [range(1,400000)] ELSE range(1,300000) END AS l RETURN [x IN l | [y IN l | 1]]",
    "WITH reduce(a=[], x IN range(1,400000) | a+[null]) AS l RETURN size([x IN l | [y IN l | 1]])",
    "WITH reduce(a=[], x IN range(1,400000) | a+true) AS l RETURN size([x IN l | [y IN l | 1]])",
    "RETURN reduce(a=[1], x IN range(1,400000) | a+size([y IN a WHERE false]))",
    "WITH [x IN range(1,450000) WHERE false] AS l RETURN [x IN range(size(l),450000) | range(0,450000)]",
    "RETURN range(- -400000, -400000, -1)",
    "RETURN range(0, 0x" + "f" * 5000 + ")",
    "UNWIND range(0, $huge) AS x RETURN x",
    "RETURN [x IN range(1,400000) | size(reverse(range(1,400000)))]",
    "WITH keys($keyed)[0] AS s RETURN reduce(t='', x IN range(1,1000) | t+s)",
    f"WITH keys({{{'k' * 5000}: 1}})[0] AS s RETURN reduce(t='', x IN range(1,1000) | t+s)",
    "UNWIND range(1,100000) AS x CALL (x) { UNWIND range(1,100) AS y RETURN y } RETURN collect([x,y])",
    "WITH " + ", ".join(f"[x IN range(0,450000) | x] AS a{at}" for at in range(9)) + " RETURN size(a0)",
    "WITH 1 AS a " + "".join(f"WITH *, range(0,450000) AS a{at} " for at in range(9)) + "RETURN size(a0)",
    "RETURN " + "".join(f"[a{at} IN [range(0,450000)] | " for at in range(9)) + "1" + "]" * 9,
    "RETURN " + "reduce(a=1,x IN [1] | " * 30 + "a" + ")" * 30,
    "RETURN reduce(,x IN [1] | x)" + " + range(1,600000)",
    "RETURN " + "CASE WHEN true THEN " * 800 + "1" + " END" * 800,
    "RETURN " + "(CASE WHEN true THEN " * 59 + "1" + " END)" * 59,
    "RETURN $deep",
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
    "MATCH (n:Case|Person) WHERE n:Case AND n.case = 1 RETURN {k: CASE WHEN n.end > 1 THEN n.then END} AS c",
    "MATCH (n) RETURN n.start AS start, n.end AS end, n.index AS index, n.then AS then, {order: n.order}",
    "MATCH (n) RETURN CASE n.x WHEN < 5 THEN 'few' WHEN IS NULL THEN 'no' ELSE n.y STARTS WITH 'a' END AS x",
    "MATCH (n) WITH n, CASE WHEN n.x THEN CASE n.y WHEN 1 THEN 2 ELSE 3 END END AS x RETURN n, x",
    "MATCH (n) WITH count(DISTINCT n.x) AS c, collect(n{.id, .name}) AS l RETURN c, l[0], l[1..3]",
    "RETURN reduce(s = $s, c IN ['-', ' ', '.', ','] | replace(s, c, ''))",
    "RETURN replace(replace(replace($long, 'a', ''), 'b', '-'), 'c', ' ')",
    "RETURN reduce(a = 0, l IN [[1, 2], [3]] | a + reduce(b = 0, x IN l | b + reduce(c=0, y IN [x] | c+y)))",
    "WITH range(1,300000) AS l " + "WITH l, size(l) AS n " * 20 + "RETURN n",
    "WITH $names AS names RETURN [i IN range(0, size(names) - 1) | names[i]], [x IN coalesce(names, []) | x]",
    "RETURN range(10, 1, -1), range(0, 100, 10), range(1, 10 - 2 + 1)",
    "MATCH (a) RETURN [(a)-[:X|Y]->(b) | {id: b.id, name: b.name, on: [(b)-->(c) | c.name + '|' + b.n]}]",
    "MATCH (a) CALL (a) { MATCH (a)-->(b) RETURN b.x AS x UNION MATCH (a)<--(b) RETURN b.x AS x } RETURN x",
    "WITH ['a' || $s, $s || 'b'] AS both RETURN [x IN both | x || 'c']",
]

_DEEP: list[object] = []
for _ in range(5000):
    _DEEP = [_DEEP]

_GIVEN: dict[str, object] = {
    "n": 60_000_000,
    "s": "abc",
    "a": "a",
    "long": "a" * 1000,
    "huge": 10**400,
    "keyed": {"k" * 10_000: 1},
    "names": ["ab"] * 100,
}


@pytest.mark.parametrize("statement", EXHAUSTING)
def test_what_could_exhaust_the_database_is_refused(statement: str) -> None:
    with pytest.raises(UsageError) as refused:
        check_cost(statement, _GIVEN | ({"deep": _DEEP} if "$deep" in statement else {}))
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
