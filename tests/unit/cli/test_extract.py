"""Extraction on the command line, with an engine of a few rules in the place of the local one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bioloom.cli.commands import all_commands
from bioloom.errors import UsageError
from bioloom.extraction import opening
from toy_extractor import ToyExtractor

Put = Callable[[str, str | bytes], Path]


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    engines = {**opening.ENGINES, "local": lambda _settings, model, _: ToyExtractor(f"toy:{model}@1")}
    monkeypatch.setattr(opening, "ENGINES", engines)
    made = typer.Typer()
    for name in ("extract", "loaders", "load", "rejects", "validate"):
        all_commands()[name].add_to(made)
    return made


@pytest.fixture
def source(put: Put) -> Path:
    put("lab/bad.txt", b"\xff")
    return put("lab/[red]one.txt", "Title\nAdd 5 ml water.\n").parent


def test_extract_writes_a_file_and_says_what_is_in_it(app: typer.Typer, source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    done = CliRunner().invoke(app, ["extract", str(source), "-o", str(out), "--model", "m", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["documents"], told["mentions"], told["rejected"]) == (1, 3, {"BAD_ENCODING": 1})
    assert told["extractor"] == "toy:m@1"
    assert json.loads(out.read_text())["mentions"][0]["text"] == "Add"


def test_extract_to_brat_in_words_and_strict(app: typer.Typer, source: Path, tmp_path: Path) -> None:
    command = ["extract", str(source), "-o", str(tmp_path / "out"), "--format-out", "brat", "--strict"]
    done = CliRunner().invoke(app, [*command, "--scheme", "biopie"])
    assert done.exit_code == 3, done.output
    assert "rejected: BAD_ENCODING" in done.stdout
    assert "verb 6 9\tAdd" in (tmp_path / "out" / "_red_one.ann").read_text()


def test_an_extraction_that_read_no_document_failed(app: typer.Typer, put: Put, tmp_path: Path) -> None:
    bad = put("bad.txt", b"\xff")
    command = ["extract", str(bad), "-o", str(tmp_path / "out.jsonl"), "--format", "text"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 1, done.output
    assert "rejected: BAD_ENCODING" in done.stdout
    assert CliRunner().invoke(app, [*command, "--force", "--limit", "0"]).exit_code == 0


def test_a_load_can_extract(app: typer.Typer, source: Path) -> None:
    done = CliRunner().invoke(
        app, ["load", str(source), "--extract", "local", "--model", "m", "--dry-run", "--json"]
    )
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["extracted"], told["extractor"]) == (5, "toy:m@1")
    assert told["read"] == 1 + 2 + 5 + 1  # the document, its sentences, what was found, the reject


def test_a_model_needs_an_engine(app: typer.Typer, source: Path) -> None:
    done = CliRunner().invoke(app, ["load", str(source), "--model", "m", "--dry-run"])
    assert isinstance(done.exception, UsageError)
    assert "--extract local" in str(done.exception)


def test_streams_are_refused_in_words(app: typer.Typer, source: Path, tmp_path: Path) -> None:
    for given in ([str(source), "-o", "-"], ["-", "-o", str(tmp_path / "out.jsonl")]):
        refused = CliRunner().invoke(app, ["extract", *given]).exception
        assert isinstance(refused, UsageError)
        assert "name them instead of -" in str(refused)
