"""The public surface of the package: small, sorted, typed, documented, and free until it is used."""

import inspect
import subprocess
import sys

import pytest

import bioloom
from bioloom import api

PUBLIC = sorted(set(bioloom.__all__) - {"__version__"})


def test_the_surface_is_what_is_promised() -> None:
    assert PUBLIC == ["ask", "load", "open_graph", "query", "retrieve", "standardize"]
    assert bioloom.__all__ == sorted(bioloom.__all__)
    assert sorted(api.__all__) == PUBLIC
    assert dir(bioloom) == bioloom.__all__


@pytest.mark.parametrize("name", PUBLIC)
def test_every_function_is_typed_and_documented(name: str) -> None:
    function = getattr(bioloom, name)
    signature = inspect.signature(function)
    assert inspect.getdoc(function)
    assert all(parameter.annotation is not parameter.empty for parameter in signature.parameters.values())
    assert signature.return_annotation is not signature.empty


def test_importing_the_package_imports_no_driver_and_no_model() -> None:
    heavy = {"neo4j", "numpy", "onnxruntime", "pydantic"}
    code = f"import sys, bioloom; print(*sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'aks'"):
        bioloom.aks  # noqa: B018
