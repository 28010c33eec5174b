"""Patterns of =~: those that could be tried for hours are refused, those that analysts write pass."""

import pytest

from bioloom.errors import UsageError
from bioloom.graph.guard.regex_cost import match_steps
from bioloom.graph.guard.statement_cost import check_cost

ENDLESS = [
    "(a+)+b",
    "(a*)*b",
    "(a|a)*b",
    "(a|aa)+b",
    "((a+))+b",
    "(?:a+)+b",
    "(?<n>a+)+b",
    "(a?){30}b",
    "([a-z]+)*b",
    "(.*)*b",
    "(a{1,5})+b",
    r"(\x{61}+)+b",
    r"(\p{L}+)*b",
    r"(a+)\1+b",
    "(?x)(a+) +b",
    "(?ix:(a+) +b)",
    "a?" * 30 + "a" * 30,
    "(a|b)" * 40 + "c",
    ".*a.*a.*a.*b",
    "a*a*a*b",
    "a{1,900}a{1,900}a{1,900}b",
    "a" * 2_000,
]

USUAL = [
    "(?i).*gout.*",
    "(?i).*heat.*shock.*",
    "CHEBI:[0-9]+",
    r"\d{1,3}(\.\d+)? ?°C",
    "https?://(www\\.)?[a-z]+\\.org/.*",
    "(gout|asthma|type [12] diabetes)",
    "[^+*]+",
    r"\Q(a+)+\E",
    "(ab)+",
    "",
]


@pytest.mark.parametrize("pattern", ENDLESS)
def test_patterns_without_bound_are_refused(pattern: str) -> None:
    with pytest.raises(UsageError):
        check_cost("MATCH (n) WHERE n.name =~ $pattern RETURN n", {"pattern": pattern})


@pytest.mark.parametrize("pattern", USUAL)
def test_usual_patterns_pass(pattern: str) -> None:
    check_cost("MATCH (n) WHERE n.name =~ $pattern AND n.id STARTS WITH 'a' RETURN n", {"pattern": pattern})


@pytest.mark.parametrize(
    ("cypher", "word"),
    [
        ("RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' =~ '(a+)+b'", "repeats a group"),
        ("WITH reduce(s='', i IN range(1,40000) | s + 'aaaaaaaaaa') AS s RETURN s =~ '.*a.*'", "loop more"),
        ("MATCH (n) WHERE n.name =~ n.pattern RETURN n", "write a text or a parameter"),
        ("MATCH (n) WHERE n.name =~ '(a' + '+)+b' RETURN n", "repeats a group"),
        ("MATCH (n) WHERE n.name =~ '(a' + $more RETURN n", "repeats a group"),
        ("MATCH (n) WHERE n.name =~ ('(a+)' + '+b') RETURN n", "write a text or a parameter"),
        (r"MATCH (n) WHERE n.name =~ '(\\d+)+b' RETURN n", "repeats a group"),
        ("MATCH (n WHERE n.name =~ '(a+)+b') RETURN n", "repeats a group"),
        ("RETURN [x IN ['a'] WHERE x =~ '(a+)+b' | x]", "repeats a group"),
        ("MATCH (n) RETURN CASE WHEN n.name =~ '(a+)+b' THEN 1 ELSE 2 END", "repeats a group"),
        ("MATCH (n) WHERE n.name =~ $number RETURN n", "give it a text"),
    ],
)
def test_patterns_are_found_wherever_they_stand(cypher: str, word: str) -> None:
    with pytest.raises(UsageError, match=word):
        check_cost(cypher, {"more": "+)+b", "number": 5})


def test_a_group_multiplies_once() -> None:
    assert match_steps("(a|b)(c|d)", 10) == 4
    assert match_steps("(a+)?b", 10) == 20
    assert match_steps("(a+|b+)c*", 10) == 200
