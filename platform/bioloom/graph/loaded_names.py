"""Loaded documents and sources by name; an unknown name is refused with the nearest known ones."""

from collections.abc import Collection, Sequence
from typing import Any

from neo4j import Query
from neo4j.exceptions import ClientError

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.deadline import seconds_left, time_is_up
from bioloom.graph.guard.read_only_guard import TIMED_OUT
from bioloom.graph.statements import statement
from bioloom.names import suggested_names

_MOST_LISTED = 20_000
"""Documents among which those nearest to an unknown id are looked for."""

_EXAMPLES = 3
_NONE = "it has none"


def check_documents(graph: Graph, ids: Collection[str]) -> None:
    """Refuse the id of a document that is not loaded; UsageError names the nearest ones."""
    for id_ in ids:
        if not _documents(graph, id_, name=id_):
            raise UsageError(f"the graph has no document {id_!r}; {nearest_documents(graph, id_)}")


def check_sources(graph: Graph, names: Collection[str]) -> None:
    """Refuse a source (infores CURIE or corpus) that is not loaded; UsageError names the nearest ones."""
    if missing := _missing_sources(graph, names):
        raise UsageError(f"the graph has no source {missing[0]!r}; {nearest_sources(graph, missing[0])}")


def nearest_documents(graph: Graph, id_: str) -> str:
    """Say which loaded documents are called most like an id: those of its corpus, if there are such."""
    corpus, mark, _ = id_.rpartition(":")
    known = (_documents(graph, corpus + mark) if mark else ()) or _documents(graph, "")
    return _meant(id_, known) or (f"it has, for example, {', '.join(known[:_EXAMPLES])}" if known else _NONE)


def nearest_sources(graph: Graph, name: str) -> str:
    """Say which loaded sources are called most like a name, or which there are."""
    known = _sources(graph)
    return _meant(name, known) or _listed(known)


def nearest_targets(graph: Graph, name: str) -> str:
    """Say which loaded sources and documents are called most like a name, or which sources there are."""
    known = _sources(graph)
    return _meant(name, [*known, *_documents(graph, "")]) or _listed(known)


def _meant(name: str, known: Sequence[str]) -> str:
    """Ask whether one of the most alike names was meant; empty where none is alike."""
    near = suggested_names(name, known)
    return f"did you mean {' or '.join(near)}?" if near else ""


def _listed(known: Sequence[str]) -> str:
    return f"it has {', '.join(known)}" if known else _NONE


def _sources(graph: Graph) -> list[str]:
    listed = (_rows(graph, f"overview/{kind}_sources", {}) for kind in ("document", "statement"))
    return sorted({row["source"] for rows in listed for row in rows})


def _missing_sources(graph: Graph, names: Collection[str]) -> list[str]:
    asked = [
        [name, name, None] if name.startswith("infores:") else [name, f"infores:{name}", f"{name}:"]
        for name in names
    ]
    held = {row["name"] for row in _rows(graph, "names/sources", {"names": asked})} if asked else set()
    return [name for name in names if name not in held]


def _documents(graph: Graph, start: str, *, name: str | None = None) -> Sequence[str]:
    rows = _rows(graph, "names/documents", {"name": name, "start": start, "most": _MOST_LISTED})
    return tuple(row["name"] for row in rows)


def _rows(graph: Graph, name: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    try:
        with graph.session(read=True) as session:
            return session.run(Query(statement(name), timeout=seconds_left()), parameters).data()
    except ClientError as error:
        if (error.code or "").startswith(TIMED_OUT):
            raise time_is_up() from error
        raise
