"""Console: machine output on stdout, messages on stderr, JSON."""

import sys
from typing import IO, Annotated

import typer
from rich.console import Console

from bioloom.hidden_characters import visible_json


def open_console(
    *, stderr: bool = False, soft_wrap: bool = False, file: IO[str] | None = None, width: int | None = None
) -> Console:
    """Make a console: every one of the program, since ids such as infores:one are no emoji to it."""
    return Console(stderr=stderr, soft_wrap=soft_wrap, file=file, width=width, highlight=False, emoji=False)


out = open_console(soft_wrap=True)
"""Results for people: standard output."""

notes = open_console(stderr=True)
"""Progress, logs and errors: standard error."""

Json = Annotated[bool, typer.Option("--json", help="Print machine-readable JSON on standard output.")]


def print_json(value: object) -> None:
    """Write one JSON document to standard output."""
    sys.stdout.write(visible_json(value, indent=2) + "\n")
