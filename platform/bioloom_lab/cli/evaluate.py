"""bioloom eval: one command for each suite of the registry, its options those of the suite."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

import typer
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.terminal_text import plain, span
from bioloom_lab.evaluation.suite import SUITES, Reporter, ReportTable, Suite, figures_document, open_suite

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
    """Give a function with the suite's fields as parameters, and --json."""
    hints = get_type_hints(suite, include_extras=True)

    def command(*, as_json: bool, **options: Any) -> None:
        evaluate(suite(**options), as_json=as_json)

    given = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=hints[field.name],
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
        )
        for field in fields(suite)  # type: ignore[arg-type]
    ]
    flag = inspect.Parameter("as_json", inspect.Parameter.KEYWORD_ONLY, annotation=Json, default=False)
    command.__signature__ = inspect.Signature([*given, flag])  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in (*given, flag)}
    return command


def evaluate(suite: Suite[Any, Any], *, as_json: bool) -> None:
    """Load a suite's gold data, run it, and print JSON or tables."""
    with notes.status(suite.name) as status:
        reporter = Reporter(
            status=lambda text: status.update(plain(text)), note=lambda text: notes.print(span(text))
        )
        scores = suite.run(suite.load(), reporter)
    if as_json:
        print_json(figures_document(suite, scores))
        return
    for part in suite.tables(scores):
        out.print(span(part) if isinstance(part, str) else render_table(part))


def render_table(found: ReportTable) -> Table:
    """Render a result table for the terminal; numbers are aligned to the right."""
    caption = None if found.caption is None else span(found.caption)
    table = Table(title=span(found.title), caption=caption)
    for at, column in enumerate(found.columns):
        table.add_column(
            column, justify="right" if at else "left", no_wrap="\n" in column if at else found.whole_names
        )
    for row in found.rows:
        table.add_row(*map(_cell, row))
    return table


def _cell(text: str) -> Text:
    """Make a cell safe for the terminal; a line break, which only our own cells have, is kept."""
    return Text("\n").join(span(line) for line in text.split("\n")) if "\n" in text else span(text)
