"""`bioloom loaders | load | rejects | validate`: the write path on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from bioloom.cli import llm_options
from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.progress_bar import load_bar, stage_bar
from bioloom.cli.terminal_text import safe, table
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.loading import loaders as installed_loaders
from bioloom.records import LoadOptions
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.graph.connection import Graph
    from bioloom.pipeline import GroundReport, LoadReport
    from bioloom.pipeline.edge_validation import PhraseMapper
    from bioloom.pipeline.load_request import LoadKeywords
    from bioloom.pipeline.reject_file import RejectSummary

Format = Annotated[
    str | None,
    typer.Option(
        help="Name of the loader; found out if left away. protocols or abstracts says what plain texts are.",
        autocompletion=lambda: list(installed_loaders()),
    ),
]
Corpus = Annotated[str | None, typer.Option(help="Name of the corpus, the prefix of its document ids.")]
Limit = Annotated[int | None, typer.Option(min=0, help="Take only the first records.")]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 3 if there were rejects.")]
PrimarySource = Annotated[
    str | None, typer.Option(help="Source of edges that state none, such as infores:hetionet.")
]
KnowledgeLevel = Annotated[
    str | None, typer.Option(help="Knowledge level of edges that state none, such as not_provided.")
]
AgentType = Annotated[
    str | None, typer.Option(help="Agent type of edges that state none, such as manual_agent.")
]

Extract = Annotated[
    str | None,
    typer.Option(
        help="What reads mentions and relations out of documents without annotation: none, local (the "
        "models that travel with bioloom, for protocols and for publications) or llm (the language model "
        "of BIOLOOM_LLM_URL). Left away it is none, and replaces nothing that was extracted before."
    ),
]
ExtractionModel = Annotated[
    str | None, typer.Option(help="The folder of a local model, or the name of a language model.")
]

Workers = Annotated[
    str | None,
    typer.Option(
        help="Let several processes run the local models: ray or ray:4, on this machine, or ray:auto or "
        "ray:ADDRESS, on a Ray cluster that runs."
    ),
]


Standardize = Annotated[
    bool,
    typer.Option(
        "--standardize/--no-standardize",
        help="Map free relation phrases to Biolink predicates; else reject them for a later replay.",
    ),
]


_MOST_NAMED = 5
"""Files that were left out which the report names."""

_PUBLICATIONS = ("pmid:", "pmcid:", "pmc:")
"""What the name of a publication begins with: ``pmid:27491646``, ``pmcid:PMC3531190``."""

Llm = Annotated[
    bool | None,
    typer.Option(
        "--llm/--no-llm",
        help="Let the language model of BIOLOOM_LLM_URL choose the predicates of free relation phrases, or "
        "not; it does if one is set.",
    ),
]


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
    format: Format = None,
    corpus: Corpus = None,
    primary_source: PrimarySource = None,
    knowledge_level: KnowledgeLevel = None,
    agent_type: AgentType = None,
    limit: Limit = None,
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
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace documents of the same id that another file brought.")
    ] = False,
    ground: Annotated[
        bool, typer.Option("--ground/--no-ground", help="Ground names and unite equivalent ids at the end.")
    ] = True,
    standardize: Standardize = True,
    llm: Llm = None,
    extract: Extract = None,
    model: ExtractionModel = None,
    workers: Workers = None,
    mode: llm_options.Mode = None,
    demonstrations: llm_options.Demonstrations = None,
    shots: llm_options.Shots = None,
    memory: llm_options.Memory = None,
    triple_form: llm_options.TripleFormat = None,
    scheme_file: llm_options.SchemeFile = None,
    strict: Strict = False,
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
        replace=replace,
        phrases=_phrases(settings, llm) if standardize else False,
        ground=ground,
        extractor=extractor,
        keep_extracted=extract is None,
    )
    sources = _with_fetched(sources, settings)
    reports: list[LoadReport] = []
    with nullcontext() if dry_run or bulk else open_graph(settings) as graph:
        for source in () if bulk else sources:
            if graph is not None and not settings.neo4j_uri:
                _offer_bulk(source, format, graph, settings)
            with load_bar() as options["on_progress"]:
                reports.append(load(source, graph, settings, **options))
            if not as_json:
                print_report(reports[-1])
    if bulk:
        reports = _load_in_bulk(sources, settings, options, quiet=as_json)
    if as_json:
        shown = [report.as_json() for report in reports]
        print_json(shown if len(shown) > 1 else shown[0])
    if strict and any(report.counts.rejected for report in reports):
        raise typer.Exit(3)
    if limit != 0 and any(report.failed for report in reports):
        raise typer.Exit(1)


def _load_in_bulk(
    sources: list[Path], settings: Settings, options: LoadKeywords, *, quiet: bool
) -> list[LoadReport]:
    from bioloom.pipeline.bulk_load import bulk_load

    with load_bar() as options["on_progress"]:
        reports = bulk_load(sources, settings, **options)
    for report in () if quiet else reports:
        print_report(report)
    return reports


def _offer_bulk(source: Path, format: str | None, graph: Graph, settings: Settings) -> None:
    from bioloom.pipeline.bulk_load import suits_bulk

    if suits_bulk(source, format, graph, settings):
        notes.print("The graph is empty and the source large: --bulk loads such with less work.")


def _phrases(settings: Settings, llm: bool | None) -> PhraseMapper:
    """Choose what maps free relation phrases, and say so where it is a language model."""
    from bioloom.pipeline.edge_validation import standardizer_mapper

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
    from bioloom.pipeline.publication_fetch import fetch_publications

    with stage_bar("fetching") as on_stage:
        fetched = fetch_publications(numbers, settings, on_progress=partial(on_stage, "fetching"))
    if fetched.missing:
        notes.print(f"[yellow]note:[/] NCBI does not hold {safe(', '.join(fetched.missing))}")
    return [fetched.folder, *(source for source in sources if str(source) not in numbers)]


def show_rejects(
    replay_file: Annotated[
        Path | None, typer.Option("--replay", help="Load the records of this reject file again.")
    ] = None,
    primary_source: PrimarySource = None,
    knowledge_level: KnowledgeLevel = None,
    agent_type: AgentType = None,
    llm: Llm = None,
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
    if faults or any(rule.broken and not rule.advice for rule in rules):
        raise typer.Exit(1)


def print_report(report: LoadReport) -> None:
    """Print the report of a load."""
    counts = report.counts
    title = {"complete": "Loaded", "running": "Loaded in part", "already loaded": "Already loaded"}
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
        ("besides: entities named by documents", counts.derived_nodes),
        *((f"warning: {warning}", count) for warning, count in counts.warnings.items()),
    ]
    for name, count in rows:
        if count or name in {"read", "rejected", "skipped"}:
            counted.add_row(safe(name), f"{count:,}")
    out.print(counted)
    for what, gone in (("Withdrawn, no longer in the source", report.withdrawn), ("Kept", report.kept)):
        if gone:
            out.print(f"{what}: " + ", ".join(f"{count:,} {name}" for name, count in sorted(gone.items())))
    if counts.rejected:
        out.print(_rejects(counts.rejected, report.examples))
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


def _rejects(counts: Mapping[str, int], examples: Mapping[str, str]) -> Table:
    rows = [(code, count, examples.get(code, "")) for code, count in counts.items()]
    return table(("rejected because", "count", "for example"), rows)


def remedy(path: Path, summary: RejectSummary) -> str:
    """Say what brings mended rejects into the graph: a replay of those that it can read, or else a load."""
    others = sum(summary.counts.values()) - summary.replayable
    again = "load the source again: only its loader can read"
    replay = f"bioloom rejects --replay {safe(str(path))}"
    if not summary.replayable:
        return f"{again} such records"
    return f"{replay}; {again} {others:,} of them" if others else replay


def print_grounded(report: GroundReport) -> None:
    """Print the report of a grounding pass."""
    count = sum(report.grounded.values())
    methods = ", ".join(f"{number:,} {method}" for method, number in report.grounded.items())
    out.print(
        f"Names: {count:,} of {report.names:,} stand for an entity of a source"
        + (f" ({safe(methods)})" if methods else "")
        + f", in {report.grounded_mentions:,} of {report.mentions:,} mentions."
    )
    folded = report.folded
    if folded.edges or folded.loops:
        out.print(
            f"Equivalent ids: {folded.edges:,} edges moved, {folded.united:,} of them united with one that "
            f"said the same, {folded.loops:,} left out because both ends are one thing."
        )


def _list_rejects(settings: Settings, as_json: bool) -> None:
    from bioloom.graph.checkpoint import list_checkpoints
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
        out.print(_rejects(summary.counts, summary.examples))
        out.print(f"  {remedy(path, summary)}\n")
    if not found:
        out.print("No rejects.")
