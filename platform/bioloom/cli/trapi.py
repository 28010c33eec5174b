"""`bioloom trapi`: a TRAPI message answered without the service."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import print_json
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.settings import Settings


def trapi(
    message: Annotated[
        Path | None, typer.Argument(help="A file with a TRAPI request; - reads standard input.")
    ] = None,
    meta: Annotated[bool, typer.Option("--meta", help="Print the meta knowledge graph instead.")] = False,
    results: Annotated[int, typer.Option(min=1, help="Most results to return.")] = 5_000,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds of database time.")] = 20.0,
) -> None:
    """Answer a TRAPI request (1.5, 1.6) from the graph and print the response."""
    if (message is None) != meta:
        raise UsageError("give a file with a TRAPI request, or --meta, not both")
    from bioloom.biolink import model
    from bioloom.exchange.trapi import Bounds, answer_message, read_meta_graph

    body = None if message is None else _read(message)
    with open_graph(Settings()) as graph:
        if message is None:
            print_json(read_meta_graph(graph, model()))
        else:
            bounds = Bounds(results=results, seconds=timeout)
            print_json(answer_message(graph, model(), body, bounds=bounds))


def _read(path: Path) -> object:
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}; name a file of JSON") from None
    except (ValueError, RecursionError) as error:
        said = f"{path} is not JSON: {error}"
        raise UsageError(f'{said}; a request is an object with a "message" (docs/trapi.md)') from None
