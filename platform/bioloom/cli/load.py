"""`bioloom loaders | load | rejects | validate`: the write path on the command line."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bioloom.cli import llm_options, load_options
from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.load_view import print_report, reject_table, remedy
from bioloom.cli.progress_bar import load_bar, stage_bar
from bioloom.cli.terminal_text import safe, table
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.loading import SourcePart, parts_of
from bioloom.loading import loaders as installed_loaders
from bioloom.records import LoadOptions
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.graph.connection import Graph
    from bioloom.pipeline import LoadReport
    from bioloom.pipeline.load_request import LoadKeywords
    from bioloom.pipeline.validation.edge_validation import PhraseMapper

_PUBLICATIONS = ("pmid:", "pmcid:", "pmc:")
"""What the name of a publication begins with: ``pmid:27491646``, ``pmcid:PMC3531190``."""


def show_loaders(as_json: Json = False) -> None:
    """List the formats that can be loaded."""
    found = installed_loaders()
    if as_json:
        print_json([{"name": name, "description": loader.description} for name, loader in found.items()])
        return
    out.print(table(("format", "reads"), [(name, one.description) for name, one in found.items()]))


def load_source(
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="SOURCE...",
            help="Files or folders, one after the other; pmid:NUMBER and pmcid:NUMBER are fetched together.",
        ),
    ],
    format: load_options.Format = None,
    corpus: load_options.Corpus = None,
    primary_source: load_options.PrimarySource = None,
    knowledge_level: load_options.KnowledgeLevel = None,
    agent_type: load_options.AgentType = None,
    limit: load_options.Limit = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check and count, write nothing.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Read again what is already loaded.")] = False,
    bulk: Annotated[
        bool,
        typer.Option(
            "--bulk",
            help="Fill an empty graph of the managed server through files and Neo4j's own importer; for "
            "sources of a million records and more.",
        ),
    ] = False,
    keep_stale: Annotated[
        bool,
        typer.Option(
            "--keep-stale", help="Leave in the graph what the source held before and holds no longer."
        ),
    ] = False,
    drop_stale: Annotated[
        bool,
        typer.Option(
            "--drop-stale",
            help="Withdraw what the source held before and holds no longer even if it may be among the "
            "rejects; with --dry-run count it.",
        ),
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace documents of the same id that another file brought.")
    ] = False,
    ground: Annotated[
        bool, typer.Option("--ground/--no-ground", help="Ground names and unite equivalent ids at the end.")
    ] = True,
    standardize: load_options.Standardize = True,
    llm: load_options.Llm = None,
    extract: load_options.Extract = None,
    model: load_options.ExtractionModel = None,
    workers: load_options.Workers = None,
    mode: llm_options.Mode = None,
    demonstrations: llm_options.Demonstrations = None,
    shots: llm_options.Shots = None,
    memory: llm_options.Memory = None,
    triple_form: llm_options.TripleFormat = None,
    scheme_file: llm_options.SchemeFile = None,
    strict: load_options.Strict = False,
    as_json: Json = False,
) -> None:
    """Load files and folders into the graph; an interrupted load goes on where it stopped.

    Exit code 1 if a source holds no record, or all of it was rejected or left out.
    """
    from bioloom.extraction.opening import open_by_kind
    from bioloom.pipeline import load
    from bioloom.pipeline.load_request import LoadKeywords

    settings = Settings()
    engine = extract or "none"
    if model is not None and engine == "none":
        raise UsageError("--model names what extracts: it needs --extract local or --extract llm")
    prompting = llm_options.read_prompting(
        "--extract", engine, mode, demonstrations, shots, memory, triple_form, scheme_file
    )
    extractor = open_by_kind(engine, settings, model=model, prompting=prompting, workers=workers)
    options = LoadKeywords(
        format=format,
        options=LoadOptions(corpus, primary_source, knowledge_level, agent_type),
        limit=limit,
        dry_run=dry_run,
        fresh=fresh,
        keep_stale=keep_stale,
        drop_stale=drop_stale,
        replace=replace,
        phrases=_phrases(settings, llm) if standardize else False,
        ground=ground,
        extractor=extractor,
        keep_extracted=extract is None,
    )
    sources = _with_fetched(sources, settings)
    reports: list[LoadReport] = []
    bulk = bulk or (not (dry_run or fresh) and _chooses_bulk(sources, settings, format, limit))
    with nullcontext() if (dry_run and not drop_stale) or bulk else open_graph(settings) as graph:
        for source in () if bulk else sources:
            for part in (parts := _told_parts(source, format)):
                options["format"] = part.format
                with load_bar() as options["on_progress"]:
                    report = load(part.path, graph, settings, **options)
                reports.append(report.without_files_of(one for one in parts if one is not part))
                if not as_json:
                    print_report(reports[-1])
            if graph is not None and format is None and source.is_dir() and not (dry_run or limit):
                _tell_gone_parts(graph, source, parts)
    if bulk:
        reports = _load_in_bulk(sources, settings, options, quiet=as_json)
    if as_json:
        shown = [report.as_json() for report in reports]
        print_json(shown if len(shown) > 1 else shown[0])
    if strict and any(report.counts.rejected for report in reports):
        raise typer.Exit(3)
    if limit != 0 and any(report.failed for report in reports):
        raise typer.Exit(1)


def _told_parts(source: Path, format: str | None) -> list[SourcePart]:
    """Part a folder of several formats, and say so."""
    parts = parts_of(source, format)
    if len(parts) == 1:
        return parts
    notes.print(f"{safe(str(source))} holds several formats; --format NAME loads one of them alone:")
    for part in parts:
        files = "1 file" if len(part.files) == 1 else f"{len(part.files):,} files"
        notes.print(f"  {safe(str(part.path))} as {safe(part.format or '')}: {files}", soft_wrap=True)
    return parts


def _tell_gone_parts(graph: Graph, source: Path, parts: list[SourcePart]) -> None:
    """Name the loads of a folder whose files it holds no more, and how to withdraw them."""
    from bioloom.pipeline.withdrawals.gone_parts import gone_parts

    for load in gone_parts(graph, source, parts):
        what = f"{safe(load.source)}, loaded as {safe(str(load.properties['format']))},"
        remedy = f"what it gave stays until: bioloom withdraw --load {load.id}"
        notes.print(f"[yellow]note:[/] nothing of {what} is there any more; {remedy}", soft_wrap=True)


def _load_in_bulk(
    sources: list[Path], settings: Settings, options: LoadKeywords, *, quiet: bool
) -> list[LoadReport]:
    from bioloom.pipeline.bulk_load import bulk_load

    with load_bar() as options["on_progress"]:
        reports = bulk_load(sources, settings, **options)
    for report in () if quiet else reports:
        print_report(report)
    return reports


def _chooses_bulk(sources: list[Path], settings: Settings, format: str | None, limit: int | None) -> bool:
    """Ask whether large sources fill an empty graph in bulk; where nobody can be asked, say how they can."""
    from bioloom.pipeline.bulk_load import suits_bulk

    if not suits_bulk(sources, settings, format, limit):
        return False
    if sys.stdin.isatty() and notes.is_terminal:
        question = (
            "The graph is empty and the source large. Load it in bulk, in less time? (That starts anew if it "
            "is broken off; an ordinary load goes on.)"
        )
        return typer.confirm(question, default=True, err=True)
    notes.print(
        "[yellow]note:[/] the graph is empty and the source large: --bulk loads such in less time, and only "
        "into an empty graph. This is an ordinary load: to have the other, stop it and withdraw it first.",
        soft_wrap=True,
    )
    return False


def _phrases(settings: Settings, llm: bool | None) -> PhraseMapper:
    """Choose what maps free relation phrases, and say so where it is a language model."""
    from bioloom.pipeline.validation.edge_validation import standardizer_mapper

    wanted = settings.lets_llm(llm)
    if wanted:
        notes.print(
            f"The language model {safe(settings.llm_model or '')} chooses the predicates of free relation "
            "phrases; --no-llm leaves it out.",
            soft_wrap=True,
        )
    return standardizer_mapper(settings, llm=wanted)


def _with_fetched(sources: list[Path], settings: Settings) -> list[Path]:
    """Put one folder of fetched publications in the place of all that are named by their numbers."""
    numbers = [str(source) for source in sources if str(source).lower().startswith(_PUBLICATIONS)]
    if not numbers:
        return sources
    from bioloom.pipeline.sources.publication_fetch import fetch_publications

    with stage_bar("fetching") as on_stage:
        fetched = fetch_publications(numbers, settings, on_progress=partial(on_stage, "fetching"))
    if fetched.missing:
        notes.print(f"[yellow]note:[/] NCBI does not hold {safe(', '.join(fetched.missing))}")
    return [fetched.folder, *(source for source in sources if str(source) not in numbers)]


def show_rejects(
    replay_file: Annotated[
        Path | None, typer.Option("--replay", help="Load the records of this reject file again.")
    ] = None,
    primary_source: load_options.PrimarySource = None,
    knowledge_level: load_options.KnowledgeLevel = None,
    agent_type: load_options.AgentType = None,
    llm: load_options.Llm = None,
    as_json: Json = False,
) -> None:
    """List what loads rejected, by reason code; or load the rejects of one file again."""
    settings = Settings()
    if replay_file is None:
        _list_rejects(settings, as_json)
        return
    from bioloom.pipeline import replay

    options = LoadOptions(None, primary_source, knowledge_level, agent_type)
    with open_graph(settings) as graph:
        report = replay(graph, settings, replay_file, options, phrases=_phrases(settings, llm))
    if as_json:
        print_json(report.as_json())
        return
    passed = report.nodes + report.edges + report.unchanged
    out.print(
        f"{passed} of {report.read} records passed ({report.nodes} nodes and {report.edges} edges written, "
        f"{report.unchanged} were there already) and left the file."
    )
    for code, count in report.rejected.items():
        out.print(f"  {safe(code)}: {count} still rejected")
    if report.unreadable:
        out.print(
            f"{report.unreadable} of them are lines or documents that only their loader can read: "
            "correct the source files and load them again."
        )


def validate_graph(as_json: Json = False) -> None:
    """Check the loaded graph: integrity, and Biolink's rules one by one; exit with 1 if it has faults."""
    from bioloom.biolink import model
    from bioloom.graph.biolink_compliance import biolink_compliance
    from bioloom.graph.integrity_checks import checks, find_faults

    with open_graph(Settings()) as graph:
        faults = find_faults(graph, model())
        rules = biolink_compliance(graph, model())
    if as_json:
        print_json(
            {"checks": list(checks()), "faults": list(map(asdict, faults)), "rules": list(map(asdict, rules))}
        )
    else:
        judged = []
        for rule in rules:
            shown = "; ".join((*rule.faults, rule.mend)) if rule.broken else ""
            broken = f"{rule.broken:,}{' (advice)' if rule.advice and rule.broken else ''}"
            judged.append((rule.rule, rule.checked, broken, shown))
        out.print(table(("Biolink's rule", "checked", "broken", "for example; how to mend"), judged))
        if faults:
            found = [(one.check, one.item, one.count, ", ".join(one.examples)) for one in faults]
            out.print(table(("integrity check", "in", "count", "for example"), found))
        else:
            out.print(f"No faults of integrity: {len(checks())} checks passed.")
    breaking = sum(rule.broken for rule in rules if not rule.advice)
    if breaking and not as_json:
        notes.print(f"{breaking:,} nodes and edges break a rule of Biolink: the table says how to mend them.")
    if faults or breaking:
        raise typer.Exit(1)


def _list_rejects(settings: Settings, as_json: bool) -> None:
    from bioloom.graph.writing.checkpoint import list_checkpoints
    from bioloom.pipeline.reject_file import summarise

    with open_graph(settings) as graph:
        sources = {load.id: str(load.properties.get("source", "")) for load in list_checkpoints(graph)}
    files = sorted(settings.rejects.glob("*.jsonl")) if settings.rejects.is_dir() else []
    found = [(path, summary) for path in files if (summary := summarise(path)).counts]
    if as_json:
        print_json(
            [
                {
                    "load_id": path.stem,
                    "source": sources.get(path.stem),
                    "file": str(path),
                    "rejected": dict(summary.counts),
                    "examples": dict(summary.examples),
                }
                for path, summary in found
            ]
        )
        return
    for path, summary in found:
        out.print(f"{safe(sources.get(path.stem, 'a load that this graph does not know'))}")
        out.print(reject_table(summary.counts, summary.examples))
        out.print(f"  {remedy(path, summary)}\n")
    if not found:
        out.print("No rejects.")
