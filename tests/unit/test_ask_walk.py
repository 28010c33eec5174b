"""The walk of a question to its answer: at most fourteen functions, each called by one before it.

Counted are the functions that hand the question, its evidence or its draft on; what one of them calls to
calculate a number (a feature, a share, a belief) or to arrange its own result is not.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from typing import Any

import pytest

from ask_walk import MOST_HOPS, WALKS


def function(dotted: str) -> Any:
    """Import a function, or a method of a class, by its dotted name."""
    parts = dotted.split(".")
    depth = -2 if parts[-2][0].isupper() else -1
    found: Any = importlib.import_module(".".join(parts[:depth]))
    for name in parts[depth:]:
        found = getattr(found, name)
    assert callable(found)
    return inspect.unwrap(found)


def called(dotted: str) -> set[str]:
    """Name every function and method that a function calls, wherever in it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function(dotted))))
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {each.attr if isinstance(each, ast.Attribute) else ast.unparse(each) for each in calls}


@pytest.mark.parametrize("kind", WALKS)
def test_every_hop_is_called_by_one_before_it(kind: str) -> None:
    walk = WALKS[kind]
    assert len(walk) <= MOST_HOPS
    known = called(walk[0])
    for hop in walk[1:]:
        assert hop.rpartition(".")[2] in known, hop
        known |= called(hop)


def test_a_question_is_parsed_in_one_place() -> None:
    parsing = [hop for walk in WALKS.values() for hop in walk if "parse_question" in called(hop)]
    assert set(parsing) == {"bioloom.answering.pipeline.ask"}
