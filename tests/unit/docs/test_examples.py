"""Examples of README and docs: commands exist with the options shown, Python imports what is there."""

import ast
import importlib
import inspect
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bioloom.cli.commands import all_commands

ROOT = Path(__file__).parents[3]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
INLINE = re.compile(r"`(bioloom [^`]+)`")
WRITTEN_FROM_CODE = {"cli.md"}


def command_lines(page: Path) -> Iterator[str]:
    """Give every line of a page that calls bioloom, in code blocks and in inline code."""
    text = page.read_text(encoding="utf-8")
    for language, block in BLOCK.findall(text):
        if language in ("", "console", "sh", "bash"):
            joined = block.replace("\\\n", " ")
            for line in joined.splitlines():
                found = re.match(r"\s*(?:\$ )?(?:[A-Z_]+=\S+ )*(bioloom .+)", line)
                if found:
                    yield found[1]
    yield from INLINE.findall(BLOCK.sub("", text))


def words_of(line: str) -> list[str]:
    """Split a command line as a shell does; what follows a comment sign, pipe or ellipsis is left out."""
    lexer = shlex.shlex(line.replace("…", " "), posix=True, punctuation_chars="|;&>")
    lexer.whitespace_split, lexer.commenters = True, "#"
    words: list[str] = []
    try:
        for word in lexer:
            if set(word) <= set("|;&>"):
                break
            words.append(word)
    except ValueError:  # an apostrophe of the prose
        return line.split()
    return words


def options_of(command: Any) -> set[str]:
    """Name the options of a command."""
    return {"--help"} | {
        name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_are_there_with_their_options(page: Path) -> None:
    if page.name in WRITTEN_FROM_CODE:
        return
    known = all_commands()
    for line in command_lines(page):
        words = words_of(line)[1:]
        if not words or not re.fullmatch(r"[a-z][a-z0-9-]*", words[0]):
            continue
        assert words[0] in known, f"{page.name}: there is no command {words[0]!r}: {line}"
        command = known[words[0]].open()
        rest = words[1:]
        while hasattr(command, "commands") and rest and rest[0] in command.commands:
            command, rest = command.commands[rest[0]], rest[1:]
        if hasattr(command, "commands"):
            continue
        allowed = options_of(command)
        for word in rest:
            option = word.partition("=")[0]
            if re.fullmatch(r"--[a-z][a-z0-9-]*|-[a-z]", option):
                assert option in allowed, f"{page.name}: {words[0]} has no option {option}: {line}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples_import_what_is_there(page: Path) -> None:
    for language, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language != "python":
            continue
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bioloom"):
                module = importlib.import_module(node.module or "")
                for alias in node.names:
                    assert hasattr(module, alias.name), f"{page.name}: {node.module} has no {alias.name}"


IMPORTED = re.compile(r"from (bioloom[.\w]*) import ([\w, ]+)")
DOTTED = re.compile(r"`(bioloom[.\w]*)\.(\w+)\b(?!\.)")
ROOMS = {f"bioloom.{path.parent.name}" for path in (ROOT / "platform" / "bioloom").glob("*/__init__.py")}
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))


@pytest.mark.parametrize("page", [*PAGES, *NOTEBOOKS], ids=lambda page: str(page.relative_to(ROOT)))
def test_names_that_documents_show_are_exported_explicitly(page: Path) -> None:
    """Type checkers refuse a name that a room has only because it imports it."""
    text = page.read_text(encoding="utf-8")
    shown = [(room, name) for room, names in IMPORTED.findall(text) for name in re.findall(r"\w+", names)]
    for room, name in [*shown, *DOTTED.findall(text)]:
        module = importlib.import_module(room) if room in ROOMS else None
        if module and not inspect.ismodule(getattr(module, name, module)):
            assert name in getattr(module, "__all__", ()), f"{page.name}: {room} does not export {name}"


def test_examples_are_found_at_all() -> None:
    lines = list(command_lines(ROOT / "README.md"))
    assert any(line.startswith("bioloom ask") for line in lines)
    assert any(line.startswith("bioloom load") for line in lines)
