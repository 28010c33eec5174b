"""Start-up of the command line: help and version import nothing that only some commands need."""

import os
import re
import shlex
import subprocess
import sys

import pytest

from bioloom.cli.commands import COMMANDS, Command, all_commands

HEAVY = {
    "bmt",
    "curies",
    "fastapi",
    "httpx",
    "jgo",
    "linkml_runtime",
    "neo4j",
    "numpy",
    "onnxruntime",
    "openai",
    "pint",
    "pydantic",
    "rdflib",
    "uvicorn",
    "yaml",
}


def imported(*words: str) -> set[str]:
    """Name the modules that a command line imports."""
    command = [sys.executable, "-X", "importtime", "-m", "bioloom.cli.app", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    return set(re.findall(r"\|\s+([\w.]+)$", done.stderr, flags=re.M))


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_import_nothing_heavy(option: str) -> None:
    modules = imported(option)
    assert "typer" in modules
    assert HEAVY & modules == set()


def test_a_command_that_asks_the_database_imports_no_pandas() -> None:
    modules = imported("query", "--cypher", "RETURN 1")
    assert "neo4j" in modules
    assert not [name for name in modules if name.startswith("pandas.")]


@pytest.mark.parametrize("command", [*all_commands().values()], ids=lambda command: command.name)
def test_the_summary_in_the_registry_is_that_of_the_command(command: object) -> None:
    assert command in all_commands().values()
    opened = command.open()  # type: ignore[attr-defined]
    summary = " ".join((opened.help or "").split("\n\n")[0].split())
    assert command.summary == summary  # type: ignore[attr-defined]


def test_the_laboratory_adds_its_commands() -> None:
    assert set(all_commands()) - {command.name for command in COMMANDS} >= {"bench", "eval", "train"}


def test_a_mistyped_command_is_answered_with_the_nearest() -> None:
    command = [sys.executable, "-m", "bioloom.cli.app", "retreive"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "Did you mean retrieve?" in done.stderr


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("query drugs_for", ["drugs_for_disease"]), ("load x --format ki", []), ("load x --format kg", ["kgx"])],
)
def test_the_shell_completes_queries_and_formats(typed: str, offered: list[str]) -> None:
    words = f"bioloom {typed}"
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")), "_BIOLOOM_COMPLETE": "complete_bash"}
    command = [sys.executable, "-m", "bioloom.cli.app"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | asked)
    assert done.stdout.split() == offered


def test_the_package_runs_as_a_program() -> None:
    done = subprocess.run([sys.executable, "-m", "bioloom", "--version"], capture_output=True, text=True)
    assert done.returncode == 0
    assert "bioloom" in done.stdout


@pytest.mark.parametrize(("given", "used"), [(None, "1"), ("4", "4")])
def test_numpy_is_told_to_use_one_thread(given: str | None, used: str) -> None:
    """Its threads spin while they wait: they made an extraction half as long again."""
    code = (
        "import os, sys; sys.argv = ['bioloom', '--version']\n"
        "from bioloom.cli.app import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('threads', os.environ['OPENBLAS_NUM_THREADS'])"
    )
    others = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    environment = others if given is None else {**others, "OPENBLAS_NUM_THREADS": given}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.stdout.split()[-2:] == ["threads", used], done.stderr


@pytest.mark.parametrize("command", [*all_commands().values()], ids=lambda command: command.name)
def test_help_ends_with_an_example_that_the_command_takes(command: Command) -> None:
    program, name, *words = shlex.split(command.example)
    assert (program, name) == ("bioloom", command.name)
    opened = command.open()
    assert opened.epilog == f"Example: {command.example}"
    opened.make_context(name, words)  # raises what is wrong with an option or an argument
