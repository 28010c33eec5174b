"""bioloom eval: one command for each suite of the registry, its options those of the suite."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer
from rich.status import Status
from typer.core import TyperCommand, TyperGroup

from bioloom.cli.console import Json, notes, print_json
from bioloom.cli.terminal_text import plain, span
from bioloom.errors import UsageError
from bioloom.hidden_characters import visible_json
from bioloom_lab.cli.progress_lines import now_and_then
from bioloom_lab.cli.report_tables import print_part
from bioloom_lab.evaluation.suite import SUITES, Reporter, Suite, figures_document, open_suite

Output = Annotated[
    Path | None, typer.Option(help="Also write the figures to this JSON file.", show_default=False)
]

SUMMARY = "Measure retrieval, answering or grounding on the loaded graph, standardization, or extraction."


class SuiteGroup(TyperGroup):
    """Command group of the registered suites; a suite's module is imported when its command is opened."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Name every suite."""
        return list(SUITES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Open a suite's command."""
        return build_command(cmd_name) if cmd_name in SUITES else None


def register(app: typer.Typer) -> None:
    """Add the group of suites."""
    group = typer.Typer(cls=SuiteGroup, help=SUMMARY, no_args_is_help=True)
    group.callback()(lambda: None)
    app.add_typer(group, name="eval")


def build_command(name: str) -> TyperCommand:
    """Build the command of one suite: the fields of the suite are its options, its docstring is the help."""
    suite = open_suite(name)
    app = typer.Typer(add_completion=False)
    app.command(name, help=inspect.getdoc(suite))(_runner(suite))
    command = typer.main.get_command(app)
    assert isinstance(command, TyperCommand)
    command.name = name
    return command


def _runner(suite: type[Suite[Any, Any]]) -> Callable[..., None]:
    """Give a function with the suite's fields as parameters, --json and --output."""
    hints = get_type_hints(suite, include_extras=True)

    def command(*, as_json: bool, output: Path | None, **options: Any) -> None:
        evaluate(suite(**options), as_json=as_json, output=output)

    given = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=hints[field.name],
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
        )
        for field in fields(suite)  # type: ignore[arg-type]
    ]
    given += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
        for name, annotation, default in (("output", Output, None), ("as_json", Json, False))
    ]
    command.__signature__ = inspect.Signature(given)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in given}
    return command


def evaluate(suite: Suite[Any, Any], *, as_json: bool, output: Path | None = None) -> None:
    """Load a suite's gold data, run it, and print JSON or tables; the JSON also goes to `output`.

    UsageError, before anything is run, if the folder of `output` does not exist.
    """
    if str(getattr(suite, "data", "")) == "-":
        raise UsageError("eval reads gold data from files, not from standard input; name a file instead of -")
    if output is not None and not output.resolve().parent.is_dir():
        raise UsageError(f"{output.parent} is no folder; --output writes a file into one")
    with notes.status(suite.name) as status:
        reporter = Reporter(status=_progress(status), note=lambda text: notes.print(span(text)))
        scores = suite.run(suite.load(), reporter)
    if output is not None:
        output.write_text(visible_json(figures_document(suite, scores), indent=2) + "\n", encoding="utf-8")
        notes.print(span(f"figures written to {output}"))
    if as_json:
        print_json(figures_document(suite, scores))
        return
    for part in suite.tables(scores):
        print_part(part)


def _progress(status: Status) -> Callable[[str], None]:
    """Give what shows a line of progress: in place on a terminal, elsewhere as a new line now and then."""
    return (lambda text: status.update(plain(text))) if notes.is_terminal else now_and_then()
