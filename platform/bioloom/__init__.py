"""bioloom: wet-lab protocols and biomedical literature in one Biolink-aligned Neo4j graph.

The public functions are imported when they are first used, so that ``import bioloom`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as type checkers know it: typing is imported where an interrupt is caught
if TYPE_CHECKING:
    from typing import Any

    from bioloom.api import *

    __version__: str

__all__ = [
    "OpenGraph", "__version__", "around", "ask", "claims", "documents", "extract", "ground", "load",
    "open_graph", "query", "retrieve", "standardize",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("bioloom")
    if name in __all__:
        return getattr(import_module("bioloom.api"), name)
    raise AttributeError(f"module 'bioloom' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
