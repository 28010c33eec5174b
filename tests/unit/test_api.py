"""The public surface of the package: small, sorted, typed, documented, and free until it is used."""

import inspect
import subprocess
import sys

import pytest

import bioloom
from bioloom import api

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
            assert inspect.unwrap(getattr(bioloom.OpenGraph, name)) is getattr(bioloom, name)


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
