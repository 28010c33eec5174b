"""What is asked of the statement of assertions, and what becomes of its rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from bioloom.graph.connection import Graph
from bioloom.question_parsing import parse_question
from bioloom.retrieval import RankedAssertions, assertion_search, rank_assertions

NOWHERE = cast(Graph, None)
Rows = list[dict[str, Any]]


def row(drug: str, disease: str, *, matched: str, **more: Any) -> dict[str, Any]:
    """Make a row as the statement gives it: the end that is not matched is the other one."""
    other = drug if matched == disease else disease
    return {
        "names": [matched], "named": [matched], "other": other, "turned": False, "both": False,
        "worded": 1, "wanted": True, "type": "biolink:treats", "edge": {"id": f"{drug}-{disease}"},
        "start": {"id": drug, "name": drug}, "end": {"id": disease, "name": disease}, "best": 3,
        "said": None, **more,
    }  # fmt: skip


AGAINST = {"asthma": ("a1", "a2", "a3"), "gout": ("a2", "g1"), "migraine": ("a1", "a2", "a3")}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], RankedAssertions]:
    """Rank assertions of a graph that knows some drugs against some diseases."""

    def run(_: object, __: str, parameters: dict[str, Any]) -> Rows:
        named = [name for name in AGAINST if name in parameters["phrases"]]
        return [row(drug, name, matched=name) for name in named for drug in AGAINST[name]]

    monkeypatch.setattr(assertion_search, "run_query", run)
    return lambda question: rank_assertions(NOWHERE, parse_question(question))


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs treat asthma but not gout?",
        "Which drugs treat asthma and not gout?",
        "How many drugs treat asthma but do not treat gout?",
        "Which drugs treat asthma without treating gout?",
        "Which drugs that treat asthma do not treat gout?",
    ],
)
def test_a_difference_leaves_out_what_is_joined_with_the_other(
    asked: Callable[[str], RankedAssertions], question: str
) -> None:
    found = asked(question)
    assert [claim.text for claim in found.first] == ["a1 treats asthma", "a3 treats asthma"]
    assert found.left_out is not None
    assert (found.left_out.names, found.left_out.things, found.things) == (("gout",), 1, 2)


def test_a_difference_of_which_nothing_is_left_shows_what_was_taken_away(
    asked: Callable[[str], RankedAssertions],
) -> None:
    found = asked("Which drugs treat asthma but not migraine?")
    assert found.left_out is not None
    assert (found.left_out.remaining, found.things, len(found.first)) == (0, 0, 3)


def test_what_the_graph_does_not_know_is_left_out_by_no_name(
    asked: Callable[[str], RankedAssertions],
) -> None:
    found = asked("Which drugs treat asthma but not Harkenfeld syndrome?")
    assert found.left_out is not None
    assert (found.left_out.names, found.left_out.clause) == ((), "Harkenfeld syndrome")


def test_no_difference_is_asked_for_by_yes_or_no_or_a_plain_denial(
    asked: Callable[[str], RankedAssertions],
) -> None:
    assert asked("Does a1 treat asthma but not gout?").left_out is None
    assert asked("Which drugs do not treat asthma?").left_out is None
