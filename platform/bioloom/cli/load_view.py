"""What the write path prints: the report of a load, of a grounding pass, and rejects with their remedy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import safe, table

if TYPE_CHECKING:
    from bioloom.pipeline import GroundReport, LoadReport
    from bioloom.pipeline.reject_file import RejectSummary

_MOST_NAMED = 5
"""How many left-out files a report names."""


def print_report(report: LoadReport) -> None:
    """Print the report of a load."""
    counts = report.counts
    title = {"complete": "Loaded", "stopped": "Loaded in part", "already loaded": "Already loaded"}
    if report.loaded_nothing:
        title["complete"] = "Nothing loaded"
    out.print(f"{title.get(report.status, 'Dry run, nothing written')}: {safe(report.source)}")
    counted = Table(show_header=False)
    rows = [
        ("read", counts.read),
        ("  of these found by the extractor", counts.extracted),
        ("written: documents", counts.documents),
        ("written: sentences", counts.sentences),
        ("written: nodes and mentions", counts.nodes),
        ("written: edges and relations", counts.edges),
        ("rejected", sum(counts.rejected.values())),
        ("skipped", counts.skipped),
        *((f"  {reason}", count) for reason, count in counts.skips.items()),
        ("besides: derived edges", counts.derived_edges),
        ("besides: entities named by documents or claims", counts.derived_nodes),
        *((f"warning: {warning}", count) for warning, count in counts.warnings.items()),
    ]
    for name, count in rows:
        if count or name in {"read", "rejected", "skipped"}:
            counted.add_row(safe(name), f"{count:,}")
    out.print(counted)
    withdrawn = "To be withdrawn" if report.status == "dry run" else "Withdrawn"
    for what, gone in ((f"{withdrawn}, no longer in the source", report.withdrawn), ("Kept", report.kept)):
        if gone:
            out.print(f"{what}: " + ", ".join(f"{count:,} {name}" for name, count in sorted(gone.items())))
    if counts.rejected:
        out.print(reject_table(counts.rejected, report.examples))
    if report.rejects_file is not None:
        out.print(f"Rejects: {safe(str(report.rejects_file))}")
        if report.status != "dry run":
            from bioloom.pipeline.reject_file import summarise

            out.print(f"After correcting them: {remedy(report.rejects_file, summarise(report.rejects_file))}")
    if report.grounded is not None and (report.grounded.names or report.grounded.folded.edges):
        print_grounded(report.grounded)
    for one in report.left_out[:_MOST_NAMED]:
        out.print(f"Left out: {safe(str(one.place))} ({one.reason}): {safe(one.remedy)}", soft_wrap=True)
    if (more := len(report.left_out) - _MOST_NAMED) > 0:
        out.print(f"Left out: {more:,} more files; --json names all")
    if not counts.read and report.status != "already loaded":
        out.print(f"Note: it holds no record that the loader {safe(report.format)} reads.")
    for note in report.notes:
        out.print(f"Note: {safe(note)}")
    if report.resumed_from:
        out.print(f"Went on after record {report.resumed_from:,}.")
    notes.print(f"{report.seconds:.1f} s")


def reject_table(counts: Mapping[str, int], examples: Mapping[str, str]) -> Table:
    """Tabulate rejects: their codes, how many there are, and an example of each."""
    rows = [(code, count, examples.get(code, "")) for code, count in counts.items()]
    return table(("rejected because", "count", "for example"), rows)


def remedy(path: Path, summary: RejectSummary) -> str:
    """Say what brings mended rejects into the graph: a replay of those that it can read, or else a load."""
    others = sum(summary.counts.values()) - summary.replayable
    again = "load the source again, with --fresh if an extractor rejected them: only its loader can read"
    replay = f"bioloom rejects --replay {safe(str(path))}"
    if not summary.replayable:
        return f"{again} such records"
    return f"{replay}; {again} {others:,} of them" if others else replay


def print_grounded(report: GroundReport) -> None:
    """Print the report of a grounding pass."""
    count = sum(report.grounded.values())
    methods = ", ".join(f"{number:,} {method}" for method, number in report.grounded.items())
    out.print(
        f"Names: {count:,} of {report.names:,} names in texts were found in a loaded database or ontology"
        + (f" ({safe(methods)})" if methods else "")
        + f"; they stand at {report.grounded_mentions:,} of {report.mentions:,} places."
    )
    folded = report.folded
    if folded.edges or folded.loops:
        out.print(
            f"One thing under two ids: {folded.edges:,} statements now name it by the id that is kept, "
            f"{folded.united:,} of them joined with one that said the same; {folded.loops:,} were left out "
            "because they joined a thing with itself."
        )
