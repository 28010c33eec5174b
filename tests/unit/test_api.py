"""The public surface of the package: small, sorted, typed, documented, and free until it is used."""

import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

import bioloom
from bioloom import api
from bioloom.errors import (
    BioloomError,
    InvalidRecord,
    MissingExtraError,
    MissingModelError,
    SourceError,
    UnfitModelError,
    UsageError,
)
from bioloom.retrieval import Filters
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
        ("around", ("x", {"most": -1}), "most must be at least 1, not -1"),
        ("load", ("x", {"options": {"corpus": "x"}}), r"load: options must be LoadOptions \| None, not {"),
        ("load", ("x", {"settings": {}}), r"load: settings must be Settings \| None, not {}"),
        ("load", ("x", {"on_progress": 5}), "load: on_progress must be Callable"),
        ("ground", (["ethanol", float("nan")],), r"ground: names must be .*, not \['ethanol', nan\]"),
        ("ground", ("ethanol", {"categories": "biolink:Nonsense"}), "'biolink:Nonsense' is not a category"),
        ("claims", ({"min_confidence": 7},), "must lie between 0 and 1, not 7"),
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


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: bioloom.open_graph(7690), r"open_graph: uri must be str \| None, not 7690"),  # type: ignore[arg-type]
        (lambda: bioloom.open_graph("bolt://x", password=None), "open_graph: password must be str"),  # type: ignore[arg-type]
        (lambda: bioloom.standardize(["inhibits"]), "standardize: phrase must be"),  # type: ignore[list-item]
        (
            lambda: bioloom.extract("Mix.", kind="protocols"),
            "no kind 'protocols'; choose from: abstract, art",
        ),
        (lambda: Filters(documents="wlp:1"), "documents of Filters must be a tuple of names"),  # type: ignore[arg-type]
        (lambda: Filters(sources=(5,)), "sources of Filters must be a tuple of names"),  # type: ignore[arg-type]
        (lambda: Filters(min_confidence="x"), "must lie between 0 and 1, not 'x'"),  # type: ignore[arg-type]
    ],
)
def test_what_is_given_without_a_graph_is_checked_too(call: Callable[[], object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        call()


def test_extraction_tells_what_of_a_folder_it_left_out(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("1. Incubate the tube at 37 °C for 10 min.\n")
    (tmp_path / "bad.docx").write_bytes(b"no word file")
    with pytest.warns(UserWarning, match=f"left out of {tmp_path}: 1 BAD_DOCX; load"):
        (document,) = bioloom.extract(tmp_path)
    assert document.mentions


@pytest.mark.parametrize(
    "error",
    [
        SourceError("cannot be read", "a.txt", 3),
        MissingExtraError("to_pandas()", "frames", "pandas"),
        MissingModelError("protocol"),
        UnfitModelError("protocol", "it lacks a file"),
        InvalidRecord("BAD_NAME", "too long"),
    ],
)
def test_an_error_crosses_processes(error: BioloomError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


class _Interrupted:
    """Graph whose driver is interrupted, and fails while it closes."""

    def session(self, **_: object) -> object:
        try:
            raise KeyboardInterrupt
        finally:
            raise BufferError("Existing exports of data: object cannot be re-sized")


def test_an_interrupt_is_not_hidden_by_what_fails_after_it() -> None:
    with pytest.raises(KeyboardInterrupt):
        bioloom.query(_Interrupted(), cypher="RETURN 1")  # type: ignore[arg-type]


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
    for step in (graph.documents, lambda: graph.ask("x")):
        with pytest.raises(UsageError, match=r"^\w+: this graph was closed; .*: open_graph\(\)$"):
            step()
