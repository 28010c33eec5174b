"""Console: machine output on stdout, messages on stderr, JSON."""

import json
import re
import sys
from typing import IO, Annotated

import typer
from rich.console import Console


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


_STEERING = re.compile(
    r"[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


def print_json(value: object) -> None:
    """Write one JSON document to standard output."""
    sys.stdout.write(json_text(value) + "\n")


def json_text(value: object, *, allow_nan: bool = True) -> str:
    """Serialize to JSON with non-ASCII kept, but control characters that a terminal acts on escaped.

    Whoever reads it reads the same value.

    >>> print(json_text("42 \u00b0C \x9b31m"))
    "42 °C \\u009b31m"
    """
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=allow_nan)
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
