"""The public surface of the package: small, sorted, typed, documented, and free until it is used."""

import inspect
import subprocess
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, cast

import pytest

import bioloom
from bioloom import api
from bioloom.errors import UsageError
from bioloom.settings import Settings

if TYPE_CHECKING:
    from neo4j import Driver

PUBLIC = sorted(set(bioloom.__all__) - {"__version__"})
FUNCTIONS = sorted(set(PUBLIC) - {"OpenGraph"})


def test_the_surface_is_what_is_promised() -> None:
    assert PUBLIC == [
        "OpenGraph", "around", "ask", "claims", "documents", "extract", "ground", "load", "open_graph",
        "query", "retrieve", "standardize",
    ]  # fmt: skip
    assert bioloom.__all__ == sorted(bioloom.__all__)
    assert sorted(api.__all__) == PUBLIC
    assert dir(bioloom) == bioloom.__all__


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_is_typed_and_documented(name: str) -> None:
    function = getattr(bioloom, name)
    signature = inspect.signature(function)
    assert inspect.getdoc(function)
    assert all(parameter.annotation is not parameter.empty for parameter in signature.parameters.values())
    assert signature.return_annotation is not signature.empty


def test_every_function_but_that_which_opens_is_a_method_of_an_open_graph() -> None:
    for name in FUNCTIONS:
        if name != "open_graph":
            assert getattr(bioloom.OpenGraph, name) is getattr(bioloom, name)


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("ask", (None,), "ask: question must be str, not None"),
        ("ask", (5,), "ask: question must be str, not 5"),
        ("ask", ("q", {"k": "8"}), "ask: k must be int, not '8'"),
        ("ask", ("q", {"k": 0}), "k must lie between 1 and 1,000, not 0"),
        ("ask", ("q", {"filters": {}}), "ask: filters must be Filters"),
        ("retrieve", (b"q",), "retrieve: question must be str"),
        ("documents", ({"kind": 5},), r"documents: kind must be str \| None, not 5"),
        ("query", (5,), r"query: name must be str \| None"),
        ("ground", (5,), "ground: names must be"),
        ("around", (None,), "around: name must be str"),
        ("load", ("",), r"load: source is empty; the current folder is Path\('.'\)"),
        ("claims", ({"predicates": 3},), "claims: predicates must be"),
    ],
)
def test_an_argument_of_another_type_is_a_usage_error(
    name: str, given: tuple[object, ...], told: str
) -> None:
    positional = [each for each in given if not isinstance(each, dict)]
    named = {key: value for each in given if isinstance(each, dict) for key, value in each.items()}
    with pytest.raises(UsageError, match=told):
        getattr(bioloom, name)(None, *positional, **named)


def test_a_text_is_extracted_without_a_graph() -> None:
    (document,) = bioloom.extract("1. Incubate the tube at 37 °C for 10 min.\n2. Add ethanol.")
    assert [sentence.text for sentence in document.sentences][1] == "Add ethanol."
    assert {"37 °C", "10 min", "ethanol"} <= {mention.text for mention in document.mentions}
    assert document.relations


def test_importing_the_package_imports_no_driver_and_no_model() -> None:
    heavy = {"neo4j", "numpy", "onnxruntime", "pydantic"}
    code = f"import sys, bioloom; print(*sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'aks'"):
        bioloom.aks  # noqa: B018


def test_a_closed_graph_says_so() -> None:
    graph = bioloom.OpenGraph(cast("Driver", None), "neo4j", Settings(), ExitStack())
    with graph:
        pass
    with pytest.raises(UsageError, match=r"^documents: this graph was closed; .*: open_graph\(\)$"):
        graph.documents()
