"""Lazy command registry: the name, module and summary of every command, imported only when it runs."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

import typer
from typer.core import TyperGroup

from bioloom.names import nearest

_NARROW = (
    100  # signs of a terminal in which help stands in boxes; in a narrower one they leave no room for it
)

PLUGINS = "bioloom.commands"
"""Entry-point group through which other packages add commands: each entry is a `Command`."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the command line: `module` has a function `register` that adds it to a Typer app.

    `example` is a call of it, shown at the end of its help.
    """

    name: str
    module: str
    summary: str
    example: str = ""

    def open(self) -> Any:
        """Import the module and give the command that click runs."""
        wide = shutil.get_terminal_size().columns >= _NARROW
        app = typer.Typer(rich_markup_mode="rich" if wide else None)
        app.callback()(lambda: None)
        import_module(self.module).register(app)
        opened = typer.main.get_group(app).commands[self.name]
        opened.epilog = f"Example: {self.example}" if self.example else None
        return opened


COMMANDS = (
    Command(
        "up",
        "bioloom.cli.server",
        "Start the managed Neo4j; the first time it is downloaded. Does nothing if it runs already.",
        "bioloom up --show-password",
    ),
    Command(
        "down",
        "bioloom.cli.server",
        "Stop the managed Neo4j. Data, password and ports are kept.",
        "bioloom down",
    ),
    Command(
        "backup",
        "bioloom.cli.server",
        "Write the managed database to a file. The server is down meanwhile.",
        "bioloom backup graph.backup",
    ),
    Command(
        "restore",
        "bioloom.cli.server",
        "Replace the managed database by that of a backup, and start the server.",
        "bioloom restore graph.backup",
    ),
    Command(
        "status",
        "bioloom.cli.server",
        "Show the server in use: addresses, version, size, counts. Exit code 1 if it does not run.",
        "bioloom status --json",
    ),
    Command(
        "doctor",
        "bioloom.cli.server",
        "Check all that the server needs and say how to mend what is wrong. Exit code 1 if a check failed.",
        "bioloom doctor --json",
    ),
    Command(
        "demo",
        "bioloom.cli.demo",
        "Start Neo4j, load real protocols and a real graph, ask both; what is loaded already stays as it is.",
        "bioloom demo",
    ),
    Command(
        "loaders",
        "bioloom.cli.load",
        "List the formats that can be loaded.",
        "bioloom loaders",
    ),
    Command(
        "load",
        "bioloom.cli.load",
        "Load files and folders into the graph; an interrupted load goes on where it stopped.",
        "bioloom load my-protocols/ --extract local",
    ),
    Command(
        "rejects",
        "bioloom.cli.load",
        "List what loads rejected, by reason code; or load the rejects of one file again.",
        "bioloom rejects --replay rejects/1f3a.jsonl",
    ),
    Command(
        "loads",
        "bioloom.cli.loads",
        "List the loads and the primary knowledge sources of the graph, with counts and dates.",
        "bioloom loads",
    ),
    Command(
        "withdraw",
        "bioloom.cli.loads",
        "Delete a document, or everything of a source or of a load, with all that only it supports.",
        "bioloom withdraw wlp:protocol_350 --dry-run",
    ),
    Command(
        "digest",
        "bioloom.cli.loads",
        "Hash what the graph, one primary knowledge source or one load says, to compare two graphs.",
        "bioloom digest --source infores:hetionet",
    ),
    Command(
        "explain",
        "bioloom.cli.explain",
        "Tell why an edge is here: its sentences, what mapped its predicate, its load, file and line.",
        "bioloom explain 5e5372701aa218006f52b2796d1ce437",
    ),
    Command(
        "validate",
        "bioloom.cli.load",
        "Check the loaded graph: integrity, and Biolink's rules one by one; exit with 1 if it has faults.",
        "bioloom validate --json",
    ),
    Command(
        "embed",
        "bioloom.cli.embed",
        "Give every sentence of the graph a vector, for retrieval by meaning; run it again after a load.",
        "bioloom embed",
    ),
    Command(
        "extract",
        "bioloom.cli.extract",
        "Read mentions and relations out of documents; a run that was broken off goes on where it stopped.",
        "bioloom extract my-protocols/ -o steps.jsonl",
    ),
    Command(
        "ground",
        "bioloom.cli.ground",
        "Ground names to the entities of what is loaded; list those left; apply a curator's decisions.",
        "bioloom ground decisions.sssom.tsv",
    ),
    Command(
        "retrieve",
        "bioloom.cli.ask",
        "Find the sentences, and the assertions, that answer a question.",
        "bioloom retrieve 'heat shock of competent cells' -k 5",
    ),
    Command(
        "ask",
        "bioloom.cli.ask",
        "Answer a question from the graph, with checked citations.",
        "bioloom ask 'Which drugs treat asthma?' --source hetionet",
    ),
    Command(
        "check",
        "bioloom.cli.check",
        "Report what is missing, odd or contradictory in protocols; reference only, never an instruction.",
        "bioloom check wlp:protocol_350",
    ),
    Command(
        "query",
        "bioloom.cli.query",
        "Run a query of the cookbook, or read-only Cypher of your own.",
        "bioloom query drugs_for_disease -p disease=asthma",
    ),
    Command(
        "schema",
        "bioloom.cli.query",
        "Show what the graph holds: categories, relations with their directions, counts, an example each.",
        "bioloom schema --format mermaid",
    ),
    Command(
        "browser",
        "bioloom.cli.browser",
        "Open Neo4j Browser with a guide: pictures of the graph and the cookbook, to click on.",
        "bioloom browser",
    ),
    Command(
        "style",
        "bioloom.cli.query",
        "Give the style that colours the graph in Neo4j Browser.",
        "bioloom style --output bioloom.grass",
    ),
    Command(
        "export",
        "bioloom.cli.export",
        "Write the graph to files; they take their names only when they are whole.",
        "bioloom export kgx graph.tsv.gz --predicate treats",
    ),
    Command(
        "standardize",
        "bioloom.cli.standardize",
        "Map a relation phrase to a Biolink predicate with qualifiers and negation, or say why there is "
        "none.",
        "bioloom standardize 'is inhibited by' --subject COX-2 --object celecoxib",
    ),
    Command(
        "serve",
        "bioloom.cli.serve",
        "Answer questions over HTTP until stopped with Ctrl-C; callers need the token.",
        "bioloom serve --port 8642",
    ),
    Command(
        "token",
        "bioloom.cli.serve",
        "Print the token that callers of the service need.",
        "bioloom token",
    ),
    Command(
        "memory",
        "bioloom.cli.memory",
        "Memories of labelled phrases: what an extractor looks up before it reads.",
        "bioloom memory build train/ --output memory/",
    ),
    Command(
        "mcp",
        "bioloom.cli.mcp",
        "Offer ask, retrieve, query, standardize and explain to an agent over stdin and stdout (MCP).",
        "bioloom mcp --cypher",
    ),
    Command(
        "trapi",
        "bioloom.cli.trapi",
        "Answer a TRAPI request (1.5, 1.6) from the graph and print the response.",
        "bioloom trapi request.json",
    ),
    Command(
        "federate",
        "bioloom.cli.federate",
        "Ask other people's graphs over TRAPI which gene, metabolite or drug a mechanism is about.",
        "bioloom federate gene DRUGBANK:DB00945 MONDO:0005277 --url https://example.org/query",
    ),
)
"""The product's own commands, in the order in which help lists them."""


@cache  # help asks for every command, and the entry points of all installed packages are read each time
def all_commands() -> Mapping[str, Command]:
    """Give the commands by name: the product's own, then those of installed plug-ins."""
    found = {command.name: command for command in COMMANDS}
    for entry in entry_points(group=PLUGINS):
        command: Command = entry.load()
        found.setdefault(command.name, command)
    return found


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
        return super().resolve_command(ctx, args)

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
