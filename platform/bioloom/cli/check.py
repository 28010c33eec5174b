"""`bioloom check`: rules over loaded protocols."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from bioloom.checking.rules import Severity
from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.terminal_text import safe, span, table
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.checking import CheckReport, Finding, Involved, Rule

_COLOURS = {Severity.error: "bold red", Severity.warning: "yellow", Severity.note: "cyan"}


def check_protocols(
    protocol: Annotated[
        list[str] | None, typer.Argument(help="Ids of loaded protocols, or how one id begins.")
    ] = None,
    corpus: Annotated[str | None, typer.Option(help="Check every loaded protocol of this corpus.")] = None,
    rules: Annotated[
        Path | None,
        typer.Option(help="A folder with rules of your own (*.cypher), besides ours; docs/checks.md."),
    ] = None,
    severity: Annotated[
        Severity, typer.Option(help="Show findings from this severity upwards.")
    ] = Severity.note,
    show_list: Annotated[bool, typer.Option("--list", help="List the rules and stop.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 3 if there were findings.")] = False,
    as_json: Json = False,
) -> None:
    """Report what is missing, odd or contradictory in protocols; reference only, never an instruction."""
    from bioloom import checking

    chosen = checking.rules(rules)
    if show_list:
        _list(chosen, as_json)
        return
    if bool(protocol) == (corpus is not None):
        raise UsageError("name the protocols to check, or a --corpus, not both")
    with open_graph(Settings()) as graph:
        if corpus is not None:
            ids = checking.protocols(graph, f"{corpus}:")
            if not ids:
                raise UsageError(f"the graph holds no protocol of the corpus {corpus!r}")
        else:
            ids = tuple(dict.fromkeys(checking.find_protocol(graph, name) for name in protocol or ()))
        reports = [checking.check_protocol(graph, name, chosen=chosen, least=severity) for name in ids]
    if as_json:
        print_json({"notice": checking.NOTICE, "protocols": [report.as_json() for report in reports]})
    else:
        _draw(reports, checking.NOTICE)
    if strict and any(report.findings for report in reports):
        raise typer.Exit(3)


def _draw(reports: Sequence[CheckReport], notice: str) -> None:
    for report in reports:
        if not report.findings and len(reports) > 1:
            continue
        title = span(report.title or report.document_id, "bold")
        out.print(title.append_text(span(f"  {report.document_id}", "dim")))
        if not report.mentions:
            notes.print(
                f"[yellow]{safe(report.document_id)} has no annotation: most rules find nothing to look at; "
                "load it with --extract local[/]"
            )
        step = 0
        for finding in report.findings:
            if finding.step != step:
                step = finding.step
                out.print(Text(f"  sentence {step}: ", style="dim").append_text(span(finding.sentence)))
            out.print(_line(finding))
        out.print()
    found = sum(len(report.findings) for report in reports)
    looked = f"{len(reports)} protocol{'s' * (len(reports) != 1)}, {len(reports[0].rules)} rules"
    out.print(f"{found or 'No'} finding{'s' * (found != 1)} ({looked}).")
    extracted = [report for report in reports if report.extractor]
    if extracted:
        names = ", ".join(sorted({report.extractor or "" for report in extracted}))
        who = f"{len(extracted)} of {len(reports)} annotated by a program ({names}), not by hand"
        out.print(span(f"{who}: what it missed or misread shows as a finding too."))
    out.print(span(notice, "dim"))


def _line(finding: Finding) -> Text:
    line = Text("      ").append(finding.severity.value, style=_COLOURS[finding.severity])
    line.append_text(span(f" {finding.message}"))
    values = [_value(mention) for mention in finding.mentions if mention.si_value is not None]
    if values:
        line.append_text(span(f": {'; '.join(values)}"))
    return line.append_text(span(f"  [{finding.rule}]", "dim"))


def _value(mention: Involved) -> str:
    low = f"{mention.si_value:.6g}"
    high = f" to {mention.si_upper:.6g}" if mention.si_upper is not None else ""
    unit = f" {mention.si_unit}" if mention.si_unit not in (None, "1") else ""
    return f"{mention.text} ({low}{high}{unit})"


def _list(chosen: Sequence[Rule], as_json: bool) -> None:
    if as_json:
        print_json([{"rule": r.name, "severity": r.severity.value, "purpose": r.purpose} for r in chosen])
        return
    rows = [(rule.name, rule.severity.value, rule.purpose) for rule in chosen]
    out.print(table(("rule", "severity", "looks for"), rows))
