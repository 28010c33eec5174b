"""bioloom bench: speed of a load's stages, of questions and of the service on this machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.terminal_text import safe
from bioloom.errors import UsageError


def register(app: typer.Typer) -> None:
    """Add the group and its benches, one command each."""
    group = typer.Typer(help="Measure speed on this machine.", no_args_is_help=True)
    for name, bench in BENCHES.items():
        group.command(name)(bench)
    app.add_typer(group, name="bench")


def embed(
    model: Annotated[
        str | None,
        typer.Option(help="A folder, a Hugging Face name, or packaged; the shipped one if unset."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure how many phrases a second the encoder turns into vectors, and how long a single one takes."""
    from bioloom.embedding import open_encoder
    from bioloom_lab.benchmarks.encoder_speed import bench_phrases, measure_encoder

    notes.print("encoding…")
    speed = measure_encoder(open_encoder(model), bench_phrases())
    if as_json:
        batches = {str(batch.phrases): round(batch.per_second, 1) for batch in speed.batches}
        print_json(
            {
                "encoder": speed.encoder,
                "distinct_phrases": speed.distinct,
                "phrases_per_second": batches,
                "ceiling": round(speed.ceiling, 1),
                "single_phrase_ms": round(1000 * speed.single, 2),
            }
        )
        return
    table = Table("phrases at once", "phrases a second", title=safe(speed.encoder))
    for batch in speed.batches:
        table.add_row(f"{batch.phrases:,}", f"{batch.per_second:,.0f}")
    table.add_row("1", f"{1 / speed.single:,.0f} ({1000 * speed.single:.1f} ms each)")
    out.print(table)


def standardize(
    model: Annotated[
        str | None,
        typer.Option(help="A folder, a Hugging Face name, or packaged; the shipped one if unset."),
    ] = None,
    phrases: Annotated[int, typer.Option(min=1, help="Distinct phrases to map.")] = 6_000,
    claims: Annotated[int, typer.Option(min=1, help="Claims that repeat them.")] = 1_000_000,
    as_json: Json = False,
) -> None:
    """Measure how many relation phrases a second are mapped, beside what the encoder alone does."""
    from bioloom.embedding import open_encoder
    from bioloom.settings import Settings
    from bioloom.standardization.relate.configuration import open_standardizer
    from bioloom_lab.benchmarks.standardizer_speed import measure_standardizer, varied_phrases

    notes.print("mapping…")
    standardizer = open_standardizer(Settings(), models=(model,) if model else (), lasting=False)
    speed = measure_standardizer(standardizer, open_encoder(model), varied_phrases(phrases), repeated=claims)
    _print_measured(speed.as_json(), as_json=as_json)


def extract(
    engine: Annotated[str, typer.Option(help="What extracts: local or llm.")] = "local",
    model: Annotated[
        str | None,
        typer.Option(
            help="The folder of a local protocol model, or the name of a language model.", show_default=False
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Times to read all.")] = 3,
    as_json: Json = False,
) -> None:
    """Measure how many sentences a second an extractor reads, beside its encoders alone, and its memory."""
    from bioloom.extraction.opening import open_extractor
    from bioloom.settings import Settings
    from bioloom_lab.benchmarks.extraction_speed import bench_documents, measure_extractor

    extractor = open_extractor(engine, Settings(), model=model)
    if extractor is None:
        raise UsageError("there is nothing to measure without an extractor")
    notes.print("extracting…")
    speed = measure_extractor(extractor, bench_documents(), rounds=rounds)
    _print_measured(speed.as_json(), as_json=as_json)


def workers(
    source: Annotated[Path, typer.Argument(help="A file or folder of plain documents.")],
    most: Annotated[
        int, typer.Option("--workers", min=1, help="The most workers; 0, 1, 2, 4 … up to it.")
    ] = 4,
    format: Annotated[str | None, typer.Option(help="Name of the loader.", show_default=False)] = None,
    limit: Annotated[
        int | None, typer.Option(help="Take only the first records.", show_default=False)
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure dry runs with local models on so many workers of Ray, and the share that they do not divide."""
    from bioloom_lab.benchmarks.worker_speed import measure_workers

    notes.print("loading…")
    counts = [0, *(1 << power for power in range(most.bit_length()))]
    speeds = measure_workers(source, counts, format=format, limit=limit)
    if as_json:
        print_json([speed.as_json() for speed in speeds])
        return
    table = Table(
        "workers", "documents", "sentences", "wall s", "own CPU s", "workers' CPU s", "reading", "taking"
    )
    for speed in speeds:
        times = (speed.wall, speed.own_cpu, speed.workers_cpu, speed.reading_cpu, speed.taking_cpu)
        sizes = (speed.workers, speed.documents, speed.sentences)
        table.add_row(*(f"{value:,}" for value in sizes), *(f"{value:,.1f}" for value in times))
    out.print(table)


def triples(
    model: Annotated[
        str | None, typer.Option(help="The folder of a triple model; the shipped one if unset.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Times to read all.")] = 3,
    as_json: Json = False,
) -> None:
    """Measure how many abstracts a second the local triple model reads, beside its encoders alone."""
    from bioloom.extraction.triples.local import open_local_triples
    from bioloom_lab.benchmarks.extraction_speed import bench_abstracts, measure_extractor

    extractor = open_local_triples(None if model is None else Path(model))
    notes.print("extracting…")
    speed = measure_extractor(extractor, bench_abstracts(), suite="triples", rounds=rounds)
    _print_measured(speed.as_json(), as_json=as_json)


def startup(
    question: Annotated[
        str, typer.Option(help="What is asked of the graph in use.")
    ] = "How long are the cells incubated?",
    rounds: Annotated[int, typer.Option(min=1, help="Times that all take their turns.")] = 7,
    as_json: Json = False,
) -> None:
    """Measure whole processes: help, an import, a question to the graph in use, a service until it answers.

    Beside them stands a Python that does nothing.
    """
    from bioloom_lab.benchmarks.startup_speed import measure_startup, works

    found = measure_startup(works(question), rounds, lambda step: notes.print(f"{step}…"))
    _print_measured(found.as_json(), as_json=as_json)


def serve(
    url: Annotated[str, typer.Option(help="Where the service answers.")] = "http://127.0.0.1:8642",
    clients: Annotated[int, typer.Option(min=1, max=10_000, help="Clients that ask at once.")] = 64,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long they go on asking.")] = 60.0,
    token: Annotated[
        str | None, typer.Option(envvar="BIOLOOM_TOKEN", help="The service's token; this home's if unset.")
    ] = None,
    questions: Annotated[
        Path | None, typer.Option(help="Questions, one a line; those that the service offers if unset.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure a running service under many clients at once: answers a second, waits, errors, its memory."""
    from bioloom.serving import read_token
    from bioloom.settings import Settings
    from bioloom_lab.benchmarks.service_load import measure_service

    asked = [] if questions is None else [line for line in _lines(questions) if line]
    notes.print(f"asking for {seconds:g} s…")
    found = measure_service(
        url, token or read_token(Settings()), clients=clients, seconds=seconds, questions=asked
    )
    if as_json:
        print_json(found.as_json())
        return
    table = Table(show_header=False, title=f"{clients} clients, {found.seconds:.0f} s")
    table.add_row("answers a second", f"{found.throughput:,.1f}")
    for path, waits in found.waits.items():
        table.add_row(
            f"wait, {path}",
            f"p50 {waits.p50:.2f} s, p95 {waits.p95:.2f} s, p99 {waits.p99:.2f} s, "
            f"longest {waits.longest:.2f} s",
        )
    for status, count in sorted(found.statuses.items()):
        table.add_row(f"status {status}", f"{count:,}")
    for kind, count in found.failures.items():
        table.add_row(safe(kind), f"{count:,}")
    table.add_row("errors other than 429", f"{found.errors:,}")
    if found.memory is not None:
        before, after = (size / 2**20 for size in found.memory)
        table.add_row("memory of the service", f"{before:,.0f} MiB before, {after:,.0f} MiB after")
    out.print(table)


def attack(
    minutes: Annotated[float, typer.Option(min=0.1, max=120, help="How long it lasts.")] = 5.0,
    clients: Annotated[int, typer.Option(min=1, max=100, help="Honest clients.")] = 2,
    only: Annotated[list[str] | None, typer.Option(help="An attacker; all if unset. Repeatable.")] = None,
    as_json: Json = False,
) -> None:
    """Attack a service over this home's managed database: deaths, honest waits, memory, what attacks got.

    The service is one of its own, on a free port; honest files that are sent stay in the graph.
    """
    from bioloom.settings import Settings
    from bioloom_lab.benchmarks.attackers import ATTACKERS
    from bioloom_lab.benchmarks.service_attack import measure_attack

    notes.print(f"asking and attacking for {minutes:g} minutes…")
    found = measure_attack(Settings(), minutes=minutes, clients=clients, attackers=only or tuple(ATTACKERS))
    if as_json:
        print_json(found.as_json())
        return
    table = Table(show_header=False, title=f"{found.minutes:.1f} minutes")
    table.add_row("deaths", safe("; ".join(found.deaths) or "none"))
    for name, waits in (("quiet", found.quiet), ("under attack", found.attacked)):
        others = ", ".join(f"{count} {what}" for what, count in waits.others.items())
        told = f"{waits.answers:,} answers, p50 {waits.p50:.2f} s, p95 {waits.p95:.2f} s"
        table.add_row(f"honest callers, {name}", f"{told}; {safe(others)}" if others else told)
    for name, series in found.memory.items():
        table.add_row(f"MiB of the {name}", " ".join(map(str, series)))
    for name, counted in found.got.items():
        table.add_row(name, safe(", ".join(f"{what}: {count}" for what, count in counted.items())))
    out.print(table)


def retrieve(
    sentences: Annotated[
        int | None, typer.Option(min=1_000, help="Sentences of a generated graph; the graph in use if unset.")
    ] = None,
    questions: Annotated[
        Path | None,
        typer.Option(help="Questions of every round, one a line; generated ones if unset."),
    ] = None,
    each: Annotated[int, typer.Option(min=1, help="Generated questions of a round.")] = 28,
    rounds: Annotated[int, typer.Option(min=1, help="Times that all take their turns.")] = 5,
    as_json: Json = False,
) -> None:
    """Measure retrieval, its parts and the whole local answer beside the bare full-text query, in turns.

    A generated graph has a home of its own, which goes with it.
    """
    from bioloom.settings import Settings
    from bioloom_lab.benchmarks.retrieval_speed import measure_retrieval

    asked = [] if questions is None else [line for line in _lines(questions) if line]
    found = measure_retrieval(
        Settings(),
        rounds=rounds,
        each=each,
        sentences=sentences,
        asked=asked,
        on_step=lambda step: notes.print(f"{step}…"),
    )
    _print_measured(found.as_json(), as_json=as_json)


def load(
    nodes: Annotated[int, typer.Option(min=100, help="Nodes of the generated graph.")] = 40_000,
    edges: Annotated[int, typer.Option(min=100, help="Its edges, each with five properties.")] = 200_000,
    rounds: Annotated[int, typer.Option(min=1, help="Times that all take their turns.")] = 3,
    only: Annotated[list[str] | None, typer.Option(help="A writer; all if unset. Repeatable.")] = None,
    as_json: Json = False,
) -> None:
    """Measure loads of a generated KGX graph beside a MERGE script and the fastest idempotent recipe.

    Each writes into databases of its own in temporary homes.
    """
    from bioloom_lab.benchmarks.load_speed import STEPS, measure_loads

    found = measure_loads(nodes, edges, rounds, lambda step: notes.print(f"{step}…"), only or tuple(STEPS))
    _print_measured(found.as_json(), as_json=as_json)


def cookbook(
    rounds: Annotated[int, typer.Option(min=1, help="Times to run every query; the best counts.")] = 3,
    as_json: Json = False,
) -> None:
    """Measure time and db hits of every query of the cookbook on the graph in use."""
    from dataclasses import asdict

    from bioloom.graph import open_graph
    from bioloom.settings import Settings
    from bioloom_lab.benchmarks.cookbook_speed import graph_size, measure_cookbook

    with open_graph(Settings()) as graph:
        size = graph_size(graph)
        found = tuple(measure_cookbook(graph, rounds=rounds))
    if as_json:
        queries = [{**asdict(each), "seconds": round(each.seconds, 2)} for each in found]
        print_json({**size, "queries": queries})
        return
    table = Table("query", "parameters", "rows", "seconds", "db hits")
    for each in found:
        given = ", ".join(f"{name}={value}" for name, value in each.parameters.items())
        table.add_row(each.query, safe(given), f"{each.rows:,}", f"{each.seconds:.2f}", f"{each.db_hits:,}")
    out.print(table)


BENCHES: Mapping[str, Callable[..., None]] = {
    "attack": attack,
    "cookbook": cookbook,
    "embed": embed,
    "extract": extract,
    "workers": workers,
    "load": load,
    "retrieve": retrieve,
    "serve": serve,
    "standardize": standardize,
    "startup": startup,
    "triples": triples,
}
"""The benches by name; a new one is added here."""


def _lines(file: Path) -> list[str]:
    try:
        return [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from error


def _print_measured(measured: Mapping[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(measured)
        return
    for part, unit in (("metrics", "median"), ("ratios", "median of the ratio")):
        rows = measured[part]
        columns = list(dict.fromkeys(name for figures in rows.values() for name in figures))
        table = Table(unit, *columns, title=safe(measured["conditions"][0]))
        for name, figures in rows.items():
            table.add_row(safe(name), *(_cell(figures.get(column)) for column in columns))
        if rows:
            out.print(table)


def _cell(figure: Mapping[str, float] | None) -> str:
    return "" if figure is None else f"{figure['value']:,.2f}"
