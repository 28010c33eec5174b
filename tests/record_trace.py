"""Trace of one record through the program: which functions of ours have it in hand, in their order."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import CodeType, FrameType

import bioloom
import bioloom_loaders
from bioloom.graph.rows.property_maps import DocumentRows
from bioloom.records import AnnotatedDocument, StandardDocument
from bioloom.standardization import standardize
from bioloom_loaders.brat_annotations import Annotations

_FORMS = (Annotations, AnnotatedDocument, StandardDocument, DocumentRows)
"""A BRAT record whole, from its parsed file to its property maps."""

_DEEPEST = 3

_OURS = tuple(f"{Path(package.__path__[0])}/" for package in (bioloom, bioloom_loaders))
"""Folders of our packages, wherever the project lies: its own folder may be called bioloom too."""


class RecordTrace:
    """Functions that a record passes, by module and qualified name, in the order of the first call.

    A function passes it that has it whole in an argument or a result, by itself, in a list or in a batch,
    or that calls one which has. What `standardize` does with it counts as one step.
    """

    def __init__(self) -> None:
        self._passed: dict[str, None] = {}

    @property
    def functions(self) -> list[str]:
        """Give the functions."""
        return list(self._passed)

    def profile(self, frame: FrameType, event: str, argument: object) -> None:
        """Look at one call or return; for `sys.setprofile`."""
        code = frame.f_code
        if event not in ("call", "return") or not _is_ours(code):
            return
        values = [argument] if event == "return" else _arguments(frame)
        if any(map(_holds, values)):
            callers = reversed(list(_callers(frame)))
            self._passed |= dict.fromkeys(_name(one) for one in callers)


@contextmanager
def traced() -> Iterator[RecordTrace]:
    """Trace what is called within, in this thread and in those begun meanwhile."""
    trace = RecordTrace()
    before: Callable[..., object] | None = sys.getprofile()
    threading.setprofile(trace.profile)
    sys.setprofile(trace.profile)
    try:
        yield trace
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(_OURS)


def _arguments(frame: FrameType) -> list[object]:
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [frame.f_locals.get(name) for name in names]


def _holds(value: object, depth: int = 0) -> bool:
    if isinstance(value, _FORMS):
        return True
    if depth == _DEEPEST:
        return False
    if isinstance(value, list | tuple):
        return any(_holds(item, depth + 1) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return any(_holds(getattr(value, field.name), depth + 1) for field in fields(value))
    return False


def _callers(frame: FrameType) -> Iterator[FrameType]:
    """List the calls of ours that lead to a frame, innermost first; those above standardization only."""
    chain = []
    link: FrameType | None = frame
    while link is not None:
        if _is_ours(link.f_code):
            chain.append(link)
        link = link.f_back
    codes = [one.f_code for one in chain]
    inner = len(codes) - 1 - codes[::-1].index(standardize.__code__) if standardize.__code__ in codes else 0
    yield from chain[inner:]


def _name(frame: FrameType) -> str:
    """Name a function; a comprehension counts as the function that it stands in."""
    while frame.f_code.co_name.startswith("<") and frame.f_back is not None:
        frame = frame.f_back
    return f"{frame.f_globals['__name__']}.{frame.f_code.co_qualname}"
