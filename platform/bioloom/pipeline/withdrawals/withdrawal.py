"""Withdrawal of a document, of a whole source or of a load, with the names grounded to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.loaded_names import nearest_documents, nearest_targets
from bioloom.graph.writing.checkpoint import read_checkpoint
from bioloom.graph.writing.stale_records import withdraw_load
from bioloom.graph.writing.withdrawal import (
    count_document,
    count_withdrawal,
    document_loads,
    source_loads,
    withdraw_document,
    withdraw_source,
)
from bioloom.graph.writing.write_lease import hold_lease
from bioloom.pipeline.passes.grounding_pass import forget_unused, ground_names, release_names
from bioloom.pipeline.reject_file import summarise
from bioloom.pipeline.sources.source_fingerprint import source_files
from bioloom.pipeline.sources.uploads import find_original
from bioloom.pipeline.validation.record_validation import infores
from bioloom.settings import Settings


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Withdrawal of one document, primary knowledge source or load, and the counts of what was deleted.

    `first` are the first ids of the entities that a planned one would delete; `rejects` are the reject files
    of its loads, which stay, with the number of their lines. `held_by` are the files that hold a document
    still, or the sources of its loads that may; their next load brings it back.
    """

    kind: str
    target: str
    loads: tuple[str, ...]
    deleted: Mapping[str, int] = field(default_factory=dict)
    first: tuple[str, ...] = ()
    rejects: Mapping[Path, int] = field(default_factory=dict)
    held_by: tuple[Path, ...] = ()


def plan_withdrawal(graph: Graph, target: str | None, *, load: str | None = None) -> Withdrawal:
    """Resolve the target of a withdrawal: a load, the id of a document, else a primary knowledge source."""
    if load is not None:
        if read_checkpoint(graph, load) is None:
            raise UsageError(f"the graph has no load {load!r}; bioloom loads lists them")
        return Withdrawal("load", load, (load,))
    if target is None:
        raise UsageError("name a document, a primary knowledge source, or a load with --load")
    brought = document_loads(graph, target)
    if brought:
        return Withdrawal("document", target, brought)
    source = infores(target)
    loads = source_loads(graph, source) if source else ()
    if source is None or not loads:
        near = (nearest_documents if source is None else nearest_targets)(graph, target)
        raise UsageError(
            f"the graph has no document and no primary knowledge source called {target!r}; {near}"
        )
    return Withdrawal("source", source, loads)


def count_planned(graph: Graph, plan: Withdrawal) -> Withdrawal:
    """Count what a withdrawal would delete; it deletes nothing."""
    if plan.kind == "document":
        held_by = _held_by(plan.target, _sources(graph, plan))
        return replace(plan, deleted=count_document(graph, plan.target), held_by=held_by)
    of = {plan.kind: plan.target}
    found = count_withdrawal(graph, plan.loads, **of)
    return replace(plan, deleted=found.counts, first=found.first)


def withdraw(graph: Graph, settings: Settings, plan: Withdrawal) -> Withdrawal:
    """Delete the target with all that only it supports, and its Load nodes.

    Names of texts that were grounded to what goes are grounded anew. The rejects of its loads stay: they may
    be of other sources and documents, or corrected by hand. Of an upload without documents nothing stays.
    """
    with hold_lease(graph, settings, f"withdrawing {plan.target}") as leased:
        sources = _sources(leased, plan)

        def release(held: frozenset[str]) -> None:
            release_names(leased, held)

        if plan.kind == "document":
            deleted = withdraw_document(leased, plan.target, plan.loads)
            forget_unused(leased)
        else:
            if plan.kind == "load":
                deleted = withdraw_load(leased, plan.target, release)
            else:
                deleted = withdraw_source(leased, plan.target, plan.loads, release)
            ground_names(leased, None)
        for load, source in sources.items():
            original = find_original(settings, source)
            if original is not None and not leased.read("loads/documents", ids=[], load=load, limit=1):
                original.unlink(missing_ok=True)
                (settings.rejects / f"{load}.jsonl").unlink(missing_ok=True)
    files = [settings.rejects / f"{load}.jsonl" for load in plan.loads]
    kept = {file: count for file in files if (count := sum(summarise(file).counts.values()))}
    for file in files:
        if file not in kept:
            file.unlink(missing_ok=True)
    held_by = _held_by(plan.target, sources) if plan.kind == "document" else ()
    return replace(plan, deleted=deleted, rejects=kept, held_by=held_by)


def _sources(graph: Graph, plan: Withdrawal) -> dict[str, str]:
    """Give the source of each load."""
    return {load: stored.source for load in plan.loads if (stored := read_checkpoint(graph, load))}


def _held_by(document: str, sources: Mapping[str, str]) -> tuple[Path, ...]:
    """Find the files that are called as a document is, or else the sources that are there."""
    there = [path for source in sources.values() if source and (path := Path(source)).exists()]
    name = document.partition(":")[2]
    named = [file for path in there for file in source_files(path) if file.stem == name]
    files = {file.with_suffix(""): file for file in reversed(named)}  # one of a text and its annotations
    return tuple(dict.fromkeys(files.values() or there))
