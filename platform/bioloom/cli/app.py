"""Command-line entry point: the lazy command group, and our errors as one plain line each."""

import errno
import logging
import signal
import sys
from types import FrameType
from typing import Annotated

import typer

from bioloom import __version__
from bioloom.cli import import_hook
from bioloom.cli.commands import LazyGroup
from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import safe
from bioloom.errors import BioloomError

app = typer.Typer(
    name="bioloom",
    cls=LazyGroup,
    help="Weave protocols and biomedical knowledge into one Neo4j graph, and ask it questions.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        out.print(f"bioloom {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    """Weave protocols and biomedical knowledge into one Neo4j graph, and ask it questions."""


def main() -> None:
    """Run the command line; our own errors become one line on stderr and their exit code."""
    for library in (
        "jgo",
        "stamina",
        "neo4j",
    ):  # what their logs say of a second try is told by our own messages
        logging.getLogger(library).addHandler(logging.NullHandler())
    import_hook.install()
    signal.signal(signal.SIGTERM, _leave)
    try:
        app()
    except BioloomError as error:
        notes.print(f"[bold red]error:[/] {safe(str(error))}", soft_wrap=True)
        sys.exit(error.exit_code)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        notes.print(f"[bold red]error:[/] nothing more can be written: {error.strerror}")
        sys.exit(1)


def _leave(number: int, _frame: FrameType | None) -> None:
    """Exit on a signal as by Ctrl-C: what is held is released."""
    sys.exit(128 + number)


if __name__ == "__main__":
    main()
