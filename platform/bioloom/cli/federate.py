"""`bioloom federate`: a mechanism question put to other graphs over TRAPI."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.terminal_text import safe
from bioloom.errors import ServiceUnavailable
from bioloom.records.attributes import attributes
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.federation import FederatedResult


SoughtEntity = Literal["gene", "metabolite", "drug"]
"""Kind of entity that is asked for."""


QueryPlan = Literal["separate", "intersect", "two-hops"]
"""Plan by which the two ends of a question are asked about."""


def federate(
    kind: Annotated[SoughtEntity, typer.Argument(help="What is asked for.")],
    one: Annotated[str, typer.Argument(help="CURIE of the drug (for drug: of the disease).")],
    other: Annotated[str, typer.Argument(help="CURIE of the disease (for drug: of the process).")],
    url: Annotated[
        list[str], typer.Option("--url", envvar="BIOLOOM_FEDERATION", help="A TRAPI endpoint. Repeatable.")
    ],
    plan: Annotated[QueryPlan, typer.Option(help="Two lists, what both ends reach first, or paths.")] = (
        "intersect"
    ),
    percentile: Annotated[
        float | None, typer.Option(min=0, max=100, help="Leave out statements below it; by kind if unset.")
    ] = None,
    question: Annotated[str | None, typer.Option(help="The question in words, for the pruning.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Time for one endpoint.")] = 60.0,
    offline: Annotated[bool, typer.Option("--offline", help="Only what was asked before.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ask anew what was asked before.")] = False,
    keep: Annotated[
        Path | None, typer.Option(help="Write the facts as KGX: STEM_nodes.jsonl and STEM_edges.jsonl.")
    ] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="Candidates and statements to show.")] = 10,
    as_json: Json = False,
) -> None:
    """Ask other people's graphs over TRAPI which gene, metabolite or drug a mechanism is about."""
    from bioloom.federation import open_federation, query_endpoints, write_kgx

    federation = open_federation(Settings(), url, seconds=seconds, offline=offline, fresh=fresh)
    found = query_endpoints(
        federation, kind, ((one,), (other,)), plan=plan, percentile=percentile, question=question
    )
    for reply in found.replies:
        if reply.fault is not None:
            notes.print(f"[yellow]{safe(reply.url)}:[/] {safe(reply.fault)}")
    if all(reply.fault is not None for reply in found.replies):
        raise ServiceUnavailable("none of the endpoints answered; --offline replays what they said before")
    if keep is not None:
        written = write_kgx(found.facts, keep)
        notes.print(f"kept {len(found.facts)} facts in {' and '.join(safe(str(path)) for path in written)}")
    if as_json:
        print_json(finding_json(found, k))
    else:
        _show(found, k)


def finding_json(found: FederatedResult, k: int) -> dict[str, Any]:
    """Give a finding as plain values, its candidates and statements cut at `k`."""
    return {
        "question": found.question,
        "candidates": [
            {"id": one.thing.id, "name": one.thing.name, "score": one.score, "both": one.both}
            for one in found.candidates[:k]
        ],
        "statements": [
            {
                "text": one.text,
                "score": one.score,
                "sources": sorted({fact.primary_source for fact in one.facts}),
                "endpoints": sorted({fact.endpoint for fact in one.facts}),
            }
            for one in found.statements[:k]
        ],
        "facts": len(found.facts),
        "kept": len(found.statements),
        "replies": [attributes(one, "url", "retrieved", "cached", "fault") for one in found.replies],
    }


def _show(found: FederatedResult, k: int) -> None:
    out.print(safe(found.question))
    for number, one in enumerate(found.candidates[:k], start=1):
        reached = "both ends" if one.both else "one end"
        out.print(f"{number:>3}  {safe(one.thing.name)} ({safe(one.thing.id)})  {one.score:.2f}  {reached}")
    for statement in found.statements[:k]:
        sources = ", ".join(sorted({fact.primary_source for fact in statement.facts}))
        out.print(f"  - {safe(statement.text)} [dim]{safe(sources)}[/]")
