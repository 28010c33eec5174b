"""`bioloom extract`: mentions and relations of documents into a file or folder, without a database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.table import Table

from bioloom.cli import llm_options
from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.load_options import Corpus, ExtractionModel, Format, Limit, Strict, Workers
from bioloom.cli.progress_bar import load_bar
from bioloom.cli.terminal_text import safe
from bioloom.errors import UsageError
from bioloom.records import LoadOptions
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.pipeline.extract import ExtractReport


OutputForm = Literal["jsonl", "brat"]
"""The forms that extractions are written in."""


Engine = Literal["local", "llm"]
"""What extracts."""


SchemeName = Literal["wlp", "biopie"]
"""The schemes whose types and relations can be written."""


def extract_source(
    source: Annotated[Path, typer.Argument(help="A file or folder of documents.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="A JSONL file, or with brat a new folder.")],
    format_out: Annotated[
        OutputForm, typer.Option(help="jsonl: one document a line; brat: .txt and .ann files.")
    ] = "jsonl",
    engine: Annotated[
        Engine,
        typer.Option(
            help="What extracts: local, the models that travel with bioloom, or llm, the language model of "
            "BIOLOOM_LLM_URL."
        ),
    ] = "local",
    model: ExtractionModel = None,
    workers: Workers = None,
    mode: llm_options.Mode = None,
    demonstrations: llm_options.Demonstrations = None,
    shots: llm_options.Shots = None,
    memory: llm_options.Memory = None,
    triple_form: llm_options.TripleFormat = None,
    scheme_file: llm_options.SchemeFile = None,
    scheme: Annotated[
        SchemeName | None,
        typer.Option(help="Types and relations to write; the extractor's own if left away."),
    ] = None,
    format: Format = None,
    corpus: Corpus = None,
    limit: Limit = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing JSONL file.")] = False,
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """Read mentions and relations out of documents; a run that was broken off goes on where it stopped.

    Exit code 1 if no document was read.
    """
    from bioloom.extraction.opening import open_by_kind
    from bioloom.pipeline.extract import extract

    if "-" in (str(source), str(output)):
        message = "extract reads and writes files, so that a run that breaks off can go on"
        raise UsageError(f"{message}; name them instead of -")

    prompting = llm_options.read_prompting(
        "--engine", engine, mode, demonstrations, shots, memory, triple_form, scheme_file
    )
    extractor = open_by_kind(engine, Settings(), model=model, prompting=prompting, workers=workers)
    assert extractor is not None  # "none" is no engine here
    with load_bar("extracting") as on_progress:
        report = extract(
            source,
            output,
            extractor,
            format=format,
            options=LoadOptions(corpus),
            form=format_out,
            scheme=scheme,
            limit=limit,
            force=force,
            on_progress=on_progress,
        )
    if as_json:
        print_json(report.as_json())
    else:
        _print(report)
    if strict and report.rejected:
        raise typer.Exit(3)
    if limit != 0 and not report.documents:
        raise typer.Exit(1)


def _print(report: ExtractReport) -> None:
    out.print(f"Extracted by {safe(report.extractor)} into {safe(str(report.output))}")
    table = Table(show_header=False)
    rows = [
        ("documents", report.documents),
        ("  annotated before, or of another kind", report.untouched),
        ("sentences", report.sentences),
        ("mentions", report.mentions),
        ("relations", report.relations),
        *((f"skipped: {reason}", count) for reason, count in report.skips.items()),
        *((f"rejected: {code}", count) for code, count in report.rejected.items()),
    ]
    for name, count in rows:
        if count or not name.startswith(" "):
            table.add_row(safe(name), f"{count:,}")
    out.print(table)
    if report.rejects_file is not None:
        out.print(f"Rejects: {safe(str(report.rejects_file))}")
    if report.resumed_from:
        out.print(f"Went on after {report.resumed_from:,} documents.")
    notes.print(f"{report.seconds:.1f} s")
