"""Lazy command registry: the name, module and summary of every command, imported only when it runs."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from itertools import pairwise
from typing import Any

import typer
from typer.core import TyperGroup

from bioloom import resources
from bioloom.names import nearest

_NARROW = 100
"""Signs of a terminal in which help stands in boxes; in a narrower one they leave no room for it."""

PLUGINS = "bioloom.commands"
"""Entry-point group through which other packages add commands: each entry is a `Command`."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the command line: `module` names its function, ``bioloom.cli.query:schema``.

    Without a function, a function `register` of the module adds the command to a Typer app. `example` is a
    call of it, shown at the end of its help.
    """

    name: str
    module: str
    summary: str
    example: str = ""

    def add_to(self, app: typer.Typer) -> None:
        """Import the module and add the command, or all that its `register` adds, to a Typer app."""
        module, _, function = self.module.partition(":")
        if function:
            app.command(self.name)(getattr(import_module(module), function))
        else:
            import_module(module).register(app)

    def open(self) -> Any:
        """Give the command that click runs."""
        wide = shutil.get_terminal_size().columns >= _NARROW
        app = typer.Typer(rich_markup_mode="rich" if wide else None)
        app.callback()(lambda: None)
        self.add_to(app)
        opened = typer.main.get_group(app).commands[self.name]
        opened.epilog = f"Example: {self.example}" if self.example else None
        return opened


COMMANDS = tuple(Command(**row) for row in resources.command_table())
"""The product's own commands, in the order in which help lists them."""


@cache  # help asks for every command, and the entry points of all installed packages are read each time
def all_commands() -> Mapping[str, Command]:
    """Give the commands by name: the product's own, then those of installed plug-ins."""
    found = {command.name: command for command in COMMANDS}
    for entry in entry_points(group=PLUGINS):
        command: Command = entry.load()
        found.setdefault(command.name, command)
    return found


def _is_source(parameter: Any) -> bool:
    """Say whether a parameter is the path of a source, which an empty word would make the current folder."""
    return parameter.param_type_name == "argument" and parameter.name in ("source", "sources")


class LazyGroup(TyperGroup):
    """Command group that imports a command's module when it is called, and none to list them."""

    _listing = False

    def list_commands(self, ctx: Any) -> list[str]:
        """Name every command."""
        return list(all_commands())

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that was typed; the error for an unknown one suggests the nearest names."""
        if args and args[0] not in (known := all_commands()):
            near = nearest(args[0], known)
            hint = f" Did you mean {near}?" if near else ""
            ctx.fail(f"No such command {args[0]!r}.{hint}")
        name, command, words = super().resolve_command(ctx, args)
        params = command.params if command else []
        switches = {each for one in params if getattr(one, "is_flag", False) for each in one.opts}
        for before, word in pairwise(args) if any(map(_is_source, params)) else ():
            if not word.strip() and (before in switches or not before.startswith("-")):
                ctx.fail(f"the source of {name} is empty; for the current folder write a dot.")
        return name, command, words

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Open a command; while help is written its summary stands for it."""
        command = all_commands().get(cmd_name)
        if command is None:
            return None
        if self._listing:
            return typer.core.TyperCommand(cmd_name, help=command.summary)
        return command.open()

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help page from the summaries."""
        self._listing = True
        try:
            super().format_help(ctx, formatter)
        finally:
            self._listing = False
