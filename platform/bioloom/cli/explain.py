"""`bioloom explain`: why an edge is in the graph."""

from dataclasses import asdict
from typing import Annotated

import typer

from bioloom.cli.console import Json, out, print_json
from bioloom.cli.terminal_text import span
from bioloom.graph import open_graph
from bioloom.pipeline.edge_explanation import EdgeExplanation, explain_edge
from bioloom.records import sentence_place
from bioloom.settings import Settings


def explain_command(
    edge: Annotated[str, typer.Argument(help="The edge's id, as queries, exports and citations give it.")],
    seconds: Annotated[
        float, typer.Option(min=0, help="How long its sources are read to find its file and line.")
    ] = 10.0,
    as_json: Json = False,
) -> None:
    """Tell why an edge is here: its sentences, what mapped its predicate, its load, file and line."""
    with open_graph(Settings()) as graph:
        found = explain_edge(graph, edge, seconds=seconds)
    if as_json:
        print_json(asdict(found))
        return
    for line in _lines(found):
        out.print(span(line))


def _lines(found: EdgeExplanation) -> list[str]:
    ends = [f"{name} ({id_})" if name else id_ for id_, name in (found.subject, found.object)]
    mapping = found.mapping
    score = "" if mapping.score is None else f", score {mapping.score:.2f}"
    known = "" if mapping.recorded else " (as it is now; the edge does not name what mapped it)"
    lines = [f"{ends[0]} {found.predicate} {ends[1]}"]
    lines += [f"  {name}: {_shown(value)}" for name, value in found.provenance.items()]
    lines.append(f"relation: {mapping.stated}")
    lines.append(f"  mapped by: {mapping.by}{score}{known}")
    lines += [f"  candidate: {candidate}" for candidate in mapping.candidates]
    for sentence in found.sentences:
        lines.append(f"sentence: {sentence.text}")
        if sentence.id:
            lines.append(f"  {sentence_place(sentence.id)}, {sentence.file}")
    for load in found.loads:
        lines.append(
            f"load: {load.id} of {load.source or '?'} ({load.format or '?'}), {str(load.updated)[:19]}"
        )
        first = f", the first of {load.records:,} records that state it" if load.records > 1 else ""
        lines.append(f"  stated in: {load.place}{first}" if load.place else f"  not found: {load.missing}")
    return lines


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
