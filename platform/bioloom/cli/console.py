"""What every command shares: machine output on stdout, human words on stderr, errors with exit codes."""

import json
import sys
from typing import Annotated

import typer
from rich.console import Console

out = Console(highlight=False, soft_wrap=True)
"""Results for people: standard output."""

notes = Console(stderr=True, highlight=False)
"""Progress, logs and errors: standard error."""

Json = Annotated[bool, typer.Option("--json", help="Print machine-readable JSON on standard output.")]


def print_json(value: object) -> None:
    """Write one JSON document to standard output, non-ASCII kept as it is."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
