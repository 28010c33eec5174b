"""Registry of suites and `bioloom eval`: every suite keeps the protocol, and has options of its own."""

from __future__ import annotations

import sys
from dataclasses import fields, is_dataclass

import pytest

from bioloom.cli.app import main
from bioloom_lab.cli.evaluate import build_command
from bioloom_lab.evaluation.suite import SUITES, open_suite


def show_help(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Give the help page of a command."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(sys, "argv", ["bioloom", "eval", *words, "--help"])
    with pytest.raises(SystemExit):
        main()
    return capsys.readouterr().out


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_keeps_the_protocol_and_its_fields_are_its_options(name: str) -> None:
    suite = open_suite(name)
    assert suite.name == name
    assert is_dataclass(suite)
    assert all(callable(getattr(suite, each)) for each in ("load", "run", "figures", "tables", "published"))
    options = {parameter.name for parameter in build_command(name).params}
    assert {field.name for field in fields(suite)} | {"as_json", "output"} == options
    assert "data" in options


def test_help_lists_the_suites_and_a_suite_lists_its_own_options(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = show_help(monkeypatch, capsys)
    assert all(name in listed for name in SUITES)
    own = show_help(monkeypatch, capsys, "retrieval")
    assert "--data" in own
    assert "--scheme" not in own
