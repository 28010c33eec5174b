"""What a user sees when something goes wrong: one line in which nothing of the source acts."""

import errno
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.cli.app import main
from bioloom.errors import LoadInterrupted

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
    assert "[red]a<U+001B>[31m b holds no file that a loader recognises" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    "words",
    [
        ["ask", "", "--json"],
        ["load", "nothing.txt", "--json"],
        ["query", "drugs_for_disease", "--format", "json"],
        ["query", "nonsense", "--format=json"],
        ["explain", "--json"],
        ["nonsense", "--json"],
    ],
)
def test_an_error_of_a_call_that_wants_json_is_json_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bioloom", *words])
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    with pytest.raises(SystemExit) as stopped:
        main()
    shown = capsys.readouterr()
    assert stopped.value.code != 0
    assert shown.err == f"error: {json.loads(shown.out)['error']}\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("ask RIPA how much", 'Put the question in quotes: bioloom ask "...".'),
        ("standardize is inhibited by", 'Put the phrase in quotes: bioloom standardize "...".'),
        ("status now", "unexpected extra argument(s) (now) See: bioloom status --help"),
    ],
)
def test_words_without_quotes_are_told_to_be_quoted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, told: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["bioloom", *words.split()])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert told in capsys.readouterr().err


def test_an_error_of_the_program_is_one_line_and_a_traceback_only_with_debug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("of ours")

    monkeypatch.setattr("bioloom.cli.load.installed_loaders", broken)
    monkeypatch.setattr(sys, "argv", ["bioloom", "loaders"])
    with pytest.raises(SystemExit) as stopped:
        main()
    shown = capsys.readouterr().err.strip()
    assert (stopped.value.code, "\n" in shown) == (1, False)
    assert "ZeroDivisionError: of ours" in shown
    assert "bioloom --debug" in shown
    monkeypatch.setattr(sys, "argv", ["bioloom", "--debug", "loaders"])
    with pytest.raises(ZeroDivisionError):
        main()


def test_a_load_that_the_user_stopped_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise LoadInterrupted("stopped after 7 records; the same command goes on from there")

    monkeypatch.setattr("bioloom.cli.load.installed_loaders", interrupted)
    monkeypatch.setattr(sys, "argv", ["bioloom", "loaders"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 130
    assert capsys.readouterr().err == "stopped after 7 records; the same command goes on from there\n"


@pytest.mark.parametrize("words", [("laod",), ("load",), ("load", "--nope"), ("query", "--limit", "x")])
def test_a_call_that_is_wrong_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bioloom", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    shown = capsys.readouterr().err.strip()
    assert (stopped.value.code, "\n" in shown) == (2, False)
    assert shown.endswith("--help")


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "no"),
        RuntimeError("can't start new thread"),
        ImportError("x.so: failed to map segment from shared object"),
    ],
)
def test_refused_memory_is_one_line_that_says_what_to_do(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr("bioloom.cli.load.installed_loaders", broken)
    monkeypatch.setattr(sys, "argv", ["bioloom", "loaders"])
    with pytest.raises(SystemExit) as stopped:
        main()
    shown = capsys.readouterr().err.strip()
    assert (stopped.value.code, "\n" in shown) == (1, False)
    assert "gets no more memory: close other programs or raise its limit" in shown


@pytest.mark.parametrize("words", [["load", ""], ["load", "--fresh", " "], ["extract", "", "-o", "x"]])
def test_an_empty_source_is_not_the_current_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bioloom", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert f"the source of {words[0]} is empty; for the current folder write a dot" in capsys.readouterr().err


@pytest.mark.parametrize("entry", [["-m", "bioloom"], ["-c", "from bioloom.__main__ import main; main()"]])
def test_an_interrupt_while_modules_are_imported_is_one_word(tmp_path: Path, entry: list[str]) -> None:
    (tmp_path / "typer.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(20)\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    ended = subprocess.run(
        [sys.executable, *entry, "loaders"],
        capture_output=True, text=True, timeout=15, env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (130, "stopped\n")


def test_the_installed_program_catches_such_an_interrupt() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"] == {"bioloom": "bioloom.__main__:main"}


def test_an_interrupt_of_a_command_is_one_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bioloom.cli.load.installed_loaders", interrupted)
    monkeypatch.setattr(sys, "argv", ["bioloom", "loaders"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert (stopped.value.code, capsys.readouterr().err.strip()) == (130, "stopped")


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_an_interrupt_that_comes_while_an_object_is_freed_still_ends_the_program(number: str) -> None:
    program = f"""
import os, signal, sys, time
from bioloom.cli import app

class Freed:
    def __del__(self):
        os.kill(os.getpid(), signal.{number})
        time.sleep(0)

def command(**_):
    Freed()
    time.sleep(20)

app.app = command
sys.argv = ["bioloom"]
app.main()
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=15)
    assert (ended.returncode, "Traceback" in ended.stderr) == ({"SIGINT": 130, "SIGTERM": 143}[number], False)
