"""`bioloom query | schema | style`: cookbook, read-only Cypher, what the graph holds, the Browser style."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.markup import escape

from bioloom import resources
from bioloom.cli.console import notes, out, print_json
from bioloom.cli.result_tables import Format, write
from bioloom.cli.terminal_text import safe
from bioloom.errors import ModelUnavailable, UsageError
from bioloom.graph.cookbook.recipes import choose, recipes
from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.guard.read_only_guard import ROW_LIMIT, TIME_LIMIT
from bioloom.settings import Settings


def query(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A query of the cookbook.", autocompletion=lambda: [entry.name for entry in recipes()]
        ),
    ] = None,
    cypher: Annotated[str | None, typer.Option(help="Read-only Cypher of your own.")] = None,
    ask: Annotated[
        str | None,
        typer.Option(
            help="A question in words: the model of BIOLOOM_LLM_URL writes a query; without one, the nearest "
            "queries of the cookbook are shown."
        ),
    ] = None,
    llm: Annotated[
        bool | None,
        typer.Option(
            "--llm/--no-llm", help="With --ask: let the model write a query (default: if one is set)."
        ),
    ] = None,
    param: Annotated[
        list[str] | None, typer.Option("--param", "-p", help="A parameter: name=value. Repeatable.")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="How the rows are written.")] = "table",
    limit: Annotated[int, typer.Option(min=1, help="Most rows to return.")] = ROW_LIMIT,
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds before the query is stopped.")
    ] = TIME_LIMIT,
    show_list: Annotated[bool, typer.Option("--list", help="List the cookbook and stop.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Print the query's Cypher and stop.")] = False,
) -> None:
    """Run a query of the cookbook, or read-only Cypher of your own."""
    if show_list:
        _list_queries(form)
        return
    given = _given(param or [])
    if ask is not None:
        if name or cypher or given:
            raise UsageError("--ask stands alone: leave out the name, --cypher and --param")
        _ask(ask, llm, form, limit, timeout)
        return
    chosen = choose(name, cypher)
    if show and chosen is not None:
        out.print(escape(chosen.cypher.rstrip()))
        return
    from bioloom import api

    parameters: dict[str, object] = dict(given)
    if chosen is None:
        parameters = {key: _literal(value) for key, value in given.items()}
    else:
        chosen.bind(given)  # a wrong parameter is told without a database
    with api.open_graph() as graph:
        found = api.query(graph, name, cypher=cypher, parameters=parameters, limit=limit, timeout=timeout)
    _write(found, form, limit)


def _write(found: QueryResult, form: Format, limit: int) -> None:
    write(found, form)
    if found.truncated:
        rows = len(found.rows)
        more = "raise --limit for more" if rows == limit else "the next one is too large: return less of it"
        notes.print(f"[yellow]stopped after {rows:,} rows; {more}[/]")
    elif not found.rows:
        notes.print("no rows")
    for each in found.notifications:
        notes.print(f"[yellow]note:[/] {safe(each)}", soft_wrap=True)


def _ask(question: str, llm: bool | None, form: Format, limit: int, timeout: float) -> None:
    """Run what the language model writes for a question, or list the nearest queries of the cookbook."""
    from bioloom.answering.query_suggestions import suggest_queries
    from bioloom.answering.question_to_cypher import query_by_question
    from bioloom.graph import open_graph

    settings = Settings()
    with open_graph(settings) as graph:
        if settings.lets_llm(llm):
            try:
                written = query_by_question(graph, settings, question, limit=limit, timeout=timeout)
            except ModelUnavailable as error:
                if llm:
                    raise
                told = "; these queries of the cookbook are near"
                notes.print(f"[yellow]the language model wrote no query:[/] {safe(str(error))}{told}")
            else:
                notes.print(safe(written.cypher), soft_wrap=True)
                for fault in written.mended:
                    notes.print(f"[yellow]mended:[/] {safe(fault)}", soft_wrap=True)
                _write(written.rows, form, limit)
                return
        suggested = suggest_queries(graph, question)
    if form == "table":  # commands are to be copied: never broken
        for each in suggested:
            out.print(f"[bold]{safe(each.command)}[/]", soft_wrap=True)
            out.print(f"  {safe(each.recipe.purpose)}", soft_wrap=True)
            if each.examples:
                out.print(f"  an example only: {', '.join(each.examples)}", soft_wrap=True)
    else:
        rows = tuple((each.command, ", ".join(each.examples), each.recipe.purpose) for each in suggested)
        write(QueryResult(("command", "examples", "purpose"), rows), form)
    if not suggested:
        notes.print(
            "no query of the cookbook is near; bioloom query --list lists all, bioloom ask answers from texts"
        )


SchemaFormat = Literal["table", "json", "markdown", "mermaid"]
"""How the schema is written."""


def schema(
    form: Annotated[SchemaFormat, typer.Option("--format", help="How the schema is written.")] = "table",
) -> None:
    """Show what the graph holds: categories, relations with their directions, counts, an example each."""
    from bioloom.graph import open_graph
    from bioloom.graph.graph_schema import read_schema

    with open_graph(Settings()) as graph:
        found = read_schema(graph)
    if form == "json":
        print_json(found.as_json())
    elif form == "mermaid":
        out.print(found.as_mermaid(), markup=False, end="")
    else:
        for table in (found.nodes, found.patterns()):
            write(table, form)
            out.print()
        for hint in found.hints:
            out.print(safe(hint))


def style(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the style here instead of printing it.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Give the style that colours the graph in Neo4j Browser."""
    text = resources.text("cypher", "browser/bioloom.grass")
    if output is None:
        typer.echo(text, nl=False)
        return
    from bioloom.exchange.atomic_files import replace_text

    replace_text(output, text, force=force)
    notes.print(
        f"wrote {escape(str(output))}: drag the file onto the query line of Neo4j Browser, "
        "or put it on a web server and type there :style ADDRESS"
    )


def _list_queries(form: Format) -> None:
    if form == "table":  # names are to be copied: never broken
        for entry in recipes():
            out.print(f"[bold]{safe(entry.name)}[/]  {safe(entry.signature)}", soft_wrap=True)
            out.print(f"  {safe(entry.purpose)}", soft_wrap=True)
        return
    rows = tuple((entry.name, entry.signature, entry.purpose) for entry in recipes())
    write(QueryResult(("query", "parameters", "purpose"), rows), form)


def _given(pairs: list[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise UsageError(f"--param takes name=value, not {pair!r}")
        if name.strip() in given:
            raise UsageError(f"--param {name.strip()} is given twice")
        given[name.strip()] = value
    return given


def _literal(text: str) -> object:
    """Parse a parameter of free Cypher: a JSON value where it is one, otherwise the text itself."""
    try:
        value: object = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return text
    return dict(value) if isinstance(value, Mapping) else value


def _refuse(constant: str) -> float:
    raise ValueError(constant)
