"""Withdrawal of a document or a whole source, with the names grounded to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.withdrawal import document_load, source_loads, withdraw_document, withdraw_source
from bioloom.graph.write_lease import hold_lease
from bioloom.pipeline.grounding_pass import forget_unused, ground_names, release_names
from bioloom.pipeline.name_index import Decide
from bioloom.pipeline.record_validation import infores
from bioloom.settings import Settings


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Withdrawal of one document or one primary knowledge source, and the counts of what was deleted."""

    kind: str
    target: str
    loads: tuple[str, ...]
    deleted: Mapping[str, int] = field(default_factory=dict)


def plan_withdrawal(graph: Graph, target: str) -> Withdrawal:
    """Resolve the target of a withdrawal: the id of a document, else a primary knowledge source."""
    load = document_load(graph, target)
    if load is not None:
        return Withdrawal("document", target, (load,))
    source = infores(target)
    loads = source_loads(graph, source) if source else ()
    if source is None or not loads:
        raise UsageError(f"the graph has no document and no primary knowledge source called {target!r}")
    return Withdrawal("source", source, loads)


def withdraw(
    graph: Graph, settings: Settings, plan: Withdrawal, *, decide: Decide | None = None
) -> Withdrawal:
    """Delete the target with all that only it supports, and its Load nodes.

    Names of texts that were grounded to what goes are grounded anew, by `decide` or else our own grounder.
    """
    with hold_lease(graph, settings, f"withdrawing {plan.target}") as leased:
        if plan.kind == "document":
            deleted = withdraw_document(leased, plan.target, plan.loads[0])
            forget_unused(leased)
        else:
            deleted = withdraw_source(
                leased, plan.target, plan.loads, lambda held: release_names(leased, held)
            )
            ground_names(leased, decide)
        for load in plan.loads:
            (settings.rejects / f"{load}.jsonl").unlink(missing_ok=True)
    return Withdrawal(plan.kind, plan.target, plan.loads, deleted)
