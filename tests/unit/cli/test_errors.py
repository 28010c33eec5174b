"""What a user sees when something goes wrong: one line in which nothing of the source acts."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.cli.app import main

Put = Callable[[str, str | bytes], Path]


def test_an_error_is_one_harmless_line(
    put: Put, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = put("[red]a\x1b[31m\nb/x.bin", b"\0")
    monkeypatch.setattr(sys, "argv", ["bioloom", "load", str(source.parent), "--dry-run"])
    with pytest.raises(SystemExit) as stopped:
        main()
    shown = capsys.readouterr().err
    assert stopped.value.code == 2
    assert "[red]a<U+001B>[31m b; name one with --format" in shown
    assert "\x1b" not in shown
