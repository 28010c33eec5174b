"""What is asked of the statement of assertions, and what becomes of its rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from bioloom.graph.connection import Graph
from bioloom.question_parsing import parse_question
from bioloom.retrieval import RankedAssertions, assertion_search, rank_assertions
from bioloom.retrieval.assertion_query import assertion_query

NOWHERE = cast(Graph, None)
Rows = list[dict[str, Any]]


def row(drug: str, disease: str, *, matched: str, **more: Any) -> dict[str, Any]:
    """Make a row as the statement gives it: the end that is not matched is the other one."""
    other = drug if matched == disease else disease
    return {
        "names": [matched], "named": [matched], "other": other, "reversed": False, "both": False,
        "predicate_match": 1, "category_match": True,
        "type": "biolink:treats", "edge": {"id": f"{drug}-{disease}"},
        "start": {"id": drug, "name": drug}, "end": {"id": disease, "name": disease}, "best": 3,
        "said": None, "near": 0, "fuller": False, **more,
    }  # fmt: skip


AGAINST = {"asthma": ("a1", "a2", "a3"), "gout": ("a2", "g1"), "migraine": ("a1", "a2", "a3")}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., RankedAssertions]:
    """Rank assertions of a graph that knows some drugs against some diseases."""

    def run(_: object, __: str, parameters: dict[str, Any]) -> Rows:
        named = [name for name in AGAINST if name in parameters["phrases"]]
        rows = [row(drug, name, matched=name) for name in named for drug in AGAINST[name]]
        return [each | {"named": named} for each in rows[: parameters["limit"]]]

    monkeypatch.setattr(assertion_search, "run_statement", run)
    monkeypatch.setattr("bioloom.retrieval.abbreviated_names.run_statement", lambda *_: [])
    return lambda question, limit=25: rank_assertions(NOWHERE, parse_question(question), limit=limit)


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs treat asthma but not gout?",
        "Which drugs treat asthma and not gout?",
        "How many drugs treat asthma but do not treat gout?",
        "Which drugs treat asthma without treating gout?",
        "Which drugs that treat asthma do not treat gout?",
        "Which drugs without gout treat asthma?",
    ],
)
def test_a_difference_leaves_out_what_is_joined_with_the_other(
    asked: Callable[..., RankedAssertions], question: str
) -> None:
    found = asked(question)
    assert [claim.text for claim in found.first] == ["a1 treats asthma", "a3 treats asthma"]
    assert found.left_out is not None
    assert (found.left_out.names, found.left_out.things, found.things) == (("gout",), 1, 2)


@pytest.mark.parametrize("limit", [1, 25])
def test_what_is_taken_away_depends_on_no_limit(asked: Callable[..., RankedAssertions], limit: int) -> None:
    found = asked("Which drugs treat gout but not asthma?", limit)
    assert [claim.text for claim in found.first] == ["g1 treats gout"]
    assert found.left_out is not None
    assert (found.left_out.things, found.left_out.remaining) == (1, 1)


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs treat gout, asthma and migraine?",
        "Which drugs treat all of gout, migraine, and asthma?",
        "Which drugs treat asthma and migraine and gout?",
    ],
)
@pytest.mark.parametrize("limit", [3, 25])
def test_what_three_things_have_in_common_is_joined_with_each(
    asked: Callable[..., RankedAssertions], question: str, limit: int
) -> None:
    found = asked(question, limit)
    assert found.shared
    assert {claim.text for claim in found.first} == {
        "a2 treats asthma", "a2 treats gout", "a2 treats migraine",
    }  # fmt: skip


def test_a_difference_of_which_nothing_is_left_shows_what_was_taken_away(
    asked: Callable[..., RankedAssertions],
) -> None:
    found = asked("Which drugs treat asthma but not migraine?")
    assert found.left_out is not None
    assert (found.left_out.remaining, found.things, len(found.first)) == (0, 0, 3)


def test_what_the_graph_does_not_know_is_left_out_by_no_name(
    asked: Callable[..., RankedAssertions],
) -> None:
    found = asked("Which drugs treat asthma but not Harkenfeld syndrome?")
    assert found.left_out is not None
    assert (found.left_out.names, found.left_out.clause) == ((), "Harkenfeld syndrome")


def test_no_difference_is_asked_for_by_yes_or_no_or_a_plain_denial(
    asked: Callable[..., RankedAssertions],
) -> None:
    assert asked("Does a1 treat asthma but not gout?").left_out is None
    assert asked("Which drugs do not treat asthma?").left_out is None


COPD = "chronic obstructive pulmonary disease"


class Names:
    """A graph in which COPD is a gene by a synonym, and full names of diseases have drugs."""

    def __init__(self, *full: str) -> None:
        self.full = full
        self.sent: list[str] = []

    def run(self, _: object, statement: str, parameters: dict[str, Any]) -> Rows:
        self.sent.append(statement)
        if statement == "retrieve/names_by_initials":
            return [{"name": name, "own": True} for name in self.full]
        gene = row("ARCN1", "BET1L", matched="ARCN1", predicate_match=0, category_match=False) | {
            "names": ["copd"]
        }
        of = [name for name in self.full if parameters["fuller"].get(name) == "copd"]
        drugs = [row(f"drug {name}", name, matched=name) | {"names": ["copd"]} for name in of]
        for each in drugs:
            each["end"]["normalised"] = [each["end"]["name"]]
        return [*drugs, gene]


Named = tuple[list[str], dict[str, tuple[str, ...]], Names]


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Named]:
    """Rank assertions of a graph with certain full names."""

    def ranked(question: str, *full: str, texts: tuple[str, ...] = ()) -> Named:
        graph = Names(*full)
        monkeypatch.setattr(assertion_search, "run_statement", graph.run)
        monkeypatch.setattr("bioloom.retrieval.abbreviated_names.run_statement", graph.run)
        found = rank_assertions(NOWHERE, parse_question(question), texts=texts)
        return [claim.text for claim in found.first if claim.score > 1], dict(found.meanings), graph

    return ranked


def test_an_abbreviation_is_read_as_the_initials_of_a_name_that_has_the_relation(
    named: Callable[..., Named],
) -> None:
    found, meant, _ = named("Which drugs treat COPD?", COPD, "chain of people dancing")
    assert found == [], "two things have these initials and the relation"
    assert meant == {"copd": (COPD, "chain of people dancing")}
    found, meant, _ = named("Which drugs treat COPD?", COPD)
    assert meant == {}
    assert found == [f"drug {COPD} treats {COPD}"]


def test_what_a_text_defines_an_abbreviation_as_needs_no_initials(
    named: Callable[..., Named],
) -> None:
    text = "Chronic obstructive pulmonary disease (COPD) is common."
    found, _, graph = named("Which drugs treat COPD?", COPD, "chain of people dancing", texts=(text,))
    assert found == [f"drug {COPD} treats {COPD}"]
    assert "retrieve/names_by_initials" not in graph.sent


def test_a_kind_of_things_behind_a_name_is_no_name() -> None:
    asked = assertion_query(parse_question("Which drugs treat Grave's disease?"), "treat Grave's disease")
    assert asked is not None
    assert "disease" not in asked.parameters["phrases"]
    assert asked.parameters["fuller"]["graves disease"] == "grave s disease"


@pytest.mark.parametrize("worded", [0, 1])
def test_a_relation_near_the_one_asked_for_answers_only_in_its_place(
    monkeypatch: pytest.MonkeyPatch, worded: int
) -> None:
    def run(_: object, __: str, parameters: dict[str, Any]) -> Rows:
        near = int("amelior" in parameters["near"])
        eases = {"type": "biolink:ameliorates_condition", "near": near}
        first = {"predicate_match": 1} if worded else {"type": "biolink:affects", "predicate_match": 0}
        rows = [
            row("a", "gout", matched="gout", **first),
            row("b", "gout", matched="gout", predicate_match=0, **eases),
        ]
        return rows if worded else rows[::-1]

    monkeypatch.setattr(assertion_search, "run_statement", run)
    first = rank_assertions(NOWHERE, parse_question("What treats gout?")).first[0]
    assert first.text == ("a treats gout" if worded else "b relieves gout")


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs for gout treat asthma?",
        "Which drugs used for gout treat asthma?",
        "Which drugs are used for gout and treat asthma?",
    ],
)
def test_a_clause_restricts_what_is_asked_for(asked: Callable[..., RankedAssertions], question: str) -> None:
    found = asked(question)
    assert [claim.text for claim in found.first] == ["a2 treats asthma", "a2 treats gout"]
    assert found.shared
    assert found.first[0].score == found.first[1].score


def test_a_disease_in_a_name_is_no_category_that_is_asked_for() -> None:
    question = "Which genes are associated with Alzheimer's disease?"
    asked = assertion_query(parse_question(question), question)
    assert asked is not None
    assert asked.parameters["categories"] == ["gene"]
    assert "gen" not in asked.parameters["words"], "the relation is asked for by another word"


def test_the_disease_of_a_name_is_no_category_where_another_is_asked_for() -> None:
    for question in ("crohns disease drugs list", "what drugs for crohns"):
        asked = assertion_query(parse_question(question), question)
        assert asked is not None
        assert asked.parameters["categories"] == ["chemicalentity", "drug", "smallmolecule"]
        assert "crohn s disease" in asked.parameters["fuller"]


def test_what_a_thing_is_is_told_with_its_uses_first_and_its_side_effects_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kinds = ("has_side_effect", "treats", "has_chemical_role")
    rows = [row("gold", other, matched="gold", type=f"biolink:{other}", predicate_match=0) for other in kinds]
    monkeypatch.setattr(assertion_search, "run_statement", lambda *_: rows)
    found = rank_assertions(NOWHERE, parse_question("What is gold?"))
    assert found.described == "gold"
    assert [claim.subgraph.edges[0].predicate.removeprefix("biolink:") for claim in found.first] == [
        "has_chemical_role", "treats", "has_side_effect",
    ]  # fmt: skip
    assert {claim.score for claim in found.first} == {1.0}
    assert rank_assertions(NOWHERE, parse_question("What is the price of gold?")).described == ""


def test_a_kind_that_is_counted_and_a_verb_name_nothing() -> None:
    for question in ("How many drugs prevent gout?", "What are all drugs that prevent gout?"):
        asked = assertion_query(parse_question(question), question)
        assert asked is not None
        assert {"drugs", "prevent"}.isdisjoint(asked.parameters["phrases"])
        assert "gout" in asked.parameters["phrases"]


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which drugs are contraindicated in gout?", "contraindicated"),
        ("What side effects has gout?", "side effect"),
        ("What treats gout?", "treats"),
        ("What is gout like?", ""),
    ],
)
def test_a_relation_that_no_assertion_has_is_told(
    monkeypatch: pytest.MonkeyPatch, question: str, word: str
) -> None:
    rows = [row("a", "gout", matched="gout", predicate_match=0, type="biolink:affects")]
    monkeypatch.setattr(assertion_search, "run_statement", lambda *_: rows)
    monkeypatch.setattr("bioloom.retrieval.abbreviated_names.run_statement", lambda *_: [])
    assert rank_assertions(NOWHERE, parse_question(question)).unstated == word
    monkeypatch.setattr(
        assertion_search, "run_statement", lambda *_: [each | {"predicate_match": 1} for each in rows]
    )
    assert rank_assertions(NOWHERE, parse_question(question)).unstated == ""


def test_a_question_for_yes_or_no_tells_what_states_it_the_other_way_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turned = row("a1", "gout", matched="a1", both=True, reversed=True)
    other = row("a1", "gout", matched="a1", both=True, predicate_match=0, type="biolink:interacts_with")
    for rows, found in (([other, turned], "a1-gout"), ([other, turned | {"reversed": False}], "")):
        monkeypatch.setattr(assertion_search, "run_statement", lambda *_, rows=rows: rows)
        assert rank_assertions(NOWHERE, parse_question("Does gout treat a1?")).reverse == found


def test_what_two_things_have_not_in_common_begins_with_one_of_each(
    asked: Callable[..., RankedAssertions], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(AGAINST, "gout", ("g1",))
    found = asked("Which drugs treat both asthma and gout?", 3)
    assert found.shared is False
    assert [claim.text for claim in found.first[:2]] == ["a1 treats asthma", "g1 treats gout"]


@pytest.mark.parametrize(
    ("said", "direction"),
    [
        ("agonists of HTR1A", "increased"),
        ("antagonists of HTR1A", "decreased"),
        ("blocks HTR1A", "decreased"),
    ],
)
def test_an_agonist_and_an_antagonist_ask_for_opposite_directions(said: str, direction: str) -> None:
    question = parse_question(f"Which drugs are {said}?")
    query = assertion_query(question, question.text)
    assert query is not None
    assert direction in query.parameters["directions"]
    assert query.related


def test_a_channel_is_a_gene_that_is_asked_for() -> None:
    question = parse_question("Which channel does menthol inhibit?")
    query = assertion_query(question, question.text)
    assert query is not None
    assert "gene" in query.parameters["categories"]
