"""Command-line entry point: the lazy command group, and our errors as one plain line each."""

import errno
import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any, NoReturn

import typer

from bioloom import __version__
from bioloom.cli import import_hook
from bioloom.cli.commands import LazyGroup
from bioloom.cli.console import notes, out, print_json
from bioloom.cli.environment_variables import unknown_variables
from bioloom.cli.terminal_text import safe
from bioloom.errors import BioloomError, LoadInterrupted, is_interrupt
from bioloom.thread_memory import has_thread_memory

app = typer.Typer(
    name="bioloom",
    cls=LazyGroup,
    help="Weave protocols and biomedical knowledge into one Neo4j graph, and ask it questions.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


_INTERRUPTED = 130
_WORDED = ("question", "phrase")
"""Arguments that are a sentence or a phrase."""


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
    debug: Annotated[
        bool, typer.Option("--debug", help="Show where in the program an unexpected error arose.")
    ] = False,
) -> None:
    """Weave protocols and biomedical knowledge into one Neo4j graph, and ask it questions."""


def main() -> None:
    """Run the command line; every error becomes one line on stderr and its exit code, and JSON if asked for.

    With --debug an error that is none of ours shows its traceback.
    """
    for library in ("jgo", "stamina", "neo4j"):  # our own messages tell of a second try
        logging.getLogger(library).addHandler(logging.NullHandler())
    import_hook.install()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads wait by spinning beside ours
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # what is held is released
    threading.excepthook = _tell_of_thread
    sys.unraisablehook = _keep_interrupt
    _tell_of_variables()
    try:
        ended = app(standalone_mode=False, prog_name="bioloom")
    except LoadInterrupted as stopped:
        _stop(str(stopped), stopped.exit_code, "")
    except BioloomError as error:
        _stop(*(("stopped", _INTERRUPTED, "") if is_interrupt(error) else (str(error), error.exit_code)))
    except (typer.Abort, KeyboardInterrupt):
        _stop("stopped", _INTERRUPTED, "")
    except Exception as error:
        if is_interrupt(error):
            _stop("stopped", _INTERRUPTED, "")
        if hasattr(error, "format_message"):  # typer's own, whose class differs from release to release
            _refuse(error)
        if "--debug" in sys.argv[1:]:
            raise
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO):
            _stop(f"nothing more can be written: {error.strerror}; make room and run it again", 1)
        if _lacks_memory(error):
            _stop(
                "the program gets no more memory: close other programs or raise its limit (ulimit -v, "
                "container), then run the same command again",
                1,
            )
        what = f"{type(error).__name__}: {error}".strip().removesuffix(":")[:300]
        _stop(
            f"the program failed unexpectedly ({what}); `bioloom --debug ...` shows where, please report it",
            1,
        )
    if ended == _INTERRUPTED:  # as which typer gives an interrupt back
        _stop("stopped", _INTERRUPTED, "")
    sys.exit(ended if isinstance(ended, int) else 0)


def _tell_of_variables() -> None:
    """Note variables that nothing reads, unless a program reads what this one says."""
    if not _wants_json(sys.argv[1:]) and os.environ.get("BIOLOOM_LOG_FORMAT") != "json":
        for said in unknown_variables(os.environ):
            notes.print(f"Note: {safe(said)}", soft_wrap=True)


def _keep_interrupt(ended: "sys.UnraisableHookArgs") -> None:
    """Send an interrupt again that came while an object was freed, where Python drops it with a traceback."""
    if not isinstance(ended.exc_value, KeyboardInterrupt | SystemExit):
        sys.__unraisablehook__(ended)
        return
    number = signal.SIGINT if isinstance(ended.exc_value, KeyboardInterrupt) else signal.SIGTERM
    again = threading.Timer(0.05, os.kill, (os.getpid(), number))
    again.daemon = True  # a program that is ending anyway just ends
    again.start()


def _tell_of_thread(ended: threading.ExceptHookArgs) -> None:
    """Show the error of a thread, but for want of memory: the load itself says that, in one line."""
    if ended.exc_value is None or not _lacks_memory(ended.exc_value):
        threading.__excepthook__(ended)


def _lacks_memory(error: BaseException) -> bool:
    """Say whether memory, or a lock, a thread or a library for want of it, was refused: by what the error
    says, or since there is none left."""
    refused = isinstance(error, OSError) and error.errno == errno.ENOMEM
    told = (
        "can't start new thread",
        "can't allocate lock",
        "failed to map segment",
        "Cannot allocate memory",
    )
    return (
        refused
        or isinstance(error, MemoryError)
        or any(words in str(error) for words in told)
        or not has_thread_memory()
    )


def _refuse(error: Any) -> NoReturn:
    """End with what is wrong with the words on the command line."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        sys.exit(error.exit_code)
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "bioloom"
    message = error.format_message().replace("Value error, ", "")  # pydantic's words
    if message.startswith("Got unexpected extra argument") and (said := _words_of(context)):
        message = f'{message.rstrip(".")}. Put the {said} in quotes: {command} "...".'
    _stop(f"{message} See: {command} --help", error.exit_code)


def _words_of(context: Any) -> str:
    """Name the argument of a command that is written in words, of which a shell makes several; else empty."""
    names = [] if context is None else [each.name for each in context.command.params]
    return next((each for each in names if each in _WORDED), "")


def _stop(message: str, code: int, label: str = "[bold red]error:[/] ") -> NoReturn:
    notes.print(f"{label}{safe(message)}", soft_wrap=True)
    if _wants_json(sys.argv[1:]):
        print_json({"error": message})
    sys.exit(code)


def _wants_json(words: Sequence[str]) -> bool:
    """Say whether a command line asks for JSON, so that its errors are JSON too."""
    return not {"--json", "--format=json"}.isdisjoint(words) or ("--format", "json") in pairwise(words)


if __name__ == "__main__":
    main()
