"""bioloom memory with an encoder of random weights: what is built, what is found, what is refused."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.cli.app import main

Put = Callable[[str, str | bytes], Path]
Run = Callable[..., tuple[int, str, str]]

TEXT = "Toy protocol\nAdd the buffer [red]x to cells in a tube and shake them.\nHeat it.\n"
SPANS = "T1\tAction 13 16\tAdd\nT2\tReagent 21 27\tbuffer\nT3\tReagent 38 43\tcells\n"
RELATIONS = "E1\tAction:T1 Acts-on:T2 Site:T3\n"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["bioloom", "memory", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        shown = capsys.readouterr()
        return int(stopped.value.code or 0), shown.out, shown.err

    return call


@pytest.fixture
def source(put: Put) -> Path:
    put("lab/toy.ann", SPANS + RELATIONS)
    return put("lab/toy.txt", TEXT).parent


@pytest.fixture
def built(run: Run, source: Path, tmp_path: Path, data: Path) -> tuple[Path, dict[str, object]]:
    command = ["build", str(source), "-o", str(tmp_path / "m"), "--m", "4"]
    code, out, _ = run(*command, "--encoder", str(data / "encoder"), "--json")
    assert code == 0
    return tmp_path / "m", json.loads(out)


def test_what_was_built_is_told(built: tuple[Path, dict[str, object]]) -> None:
    folder, told = built
    assert (told["output"], told["scheme"]) == (str(folder), "wlp")
    assert (told["kind"], told["words"], told["examples"], told["keys"]) == ("chunks", 4, 2, 4)
    assert told["labels"] == {"Acts-on": 2, "Site": 2}


def test_a_phrase_is_looked_up_with_the_encoder_of_the_memory(
    run: Run, built: tuple[Path, dict[str, object]]
) -> None:
    phrase = "Add the buffer [red]x"
    code, out, _ = run("show", phrase, "--memory", str(built[0]), "-k", "1", "--json")
    assert code == 0
    [found] = json.loads(out)["keys"]
    if found["key"] == phrase:  # weights of chance chose which chunks are kept
        assert found["cosine"] == pytest.approx(1, abs=1e-3)
    assert found["key"] in found["sentence"]
    assert found["sentence"] == TEXT.splitlines()[1]
    assert (found["head"], found["source"]) == ([0, 3], "lab:toy")


def test_what_is_shown_to_people_is_harmless(run: Run, built: tuple[Path, dict[str, object]]) -> None:
    code, out, _ = run("show", "buffer", "--memory", str(built[0]))
    assert code == 0
    assert "Acts-on" in out
    assert "cosine" in out


def test_pairs_are_keys(run: Run, source: Path, tmp_path: Path, data: Path) -> None:
    encoder = str(data / "encoder")
    code, _, _ = run("build", str(source), "-o", str(tmp_path / "p"), "--keys", "pairs", "--encoder", encoder)
    assert code == 0
    code, out, _ = run("show", "add and buffer", "--memory", str(tmp_path / "p"), "-k", "1", "--json")
    assert code == 0
    assert json.loads(out)["keys"][0]["key"] == "Add and buffer"


def test_wrong_calls_are_one_plain_line(
    run: Run, built: tuple[Path, dict[str, object]], source: Path, put: Put, tmp_path: Path, data: Path
) -> None:
    plain = put("plain/a.txt", "Title\nAdd water.\n").parent
    encoder = ("--encoder", str(data / "encoder"))
    for words, message in [
        (("build", str(source)), "Missing option '--output'"),
        (
            ("build", str(plain), "-o", str(tmp_path / "x"), *encoder),
            "no sentence with an annotated relation",
        ),
        (("build", str(tmp_path / "nowhere"), "-o", str(tmp_path / "x"), *encoder), "does not exist"),
        (("show", "x"), "Missing option '--memory'"),
        (("show", "x", "--memory", str(source)), "is no folder of a memory"),
    ]:
        code, _, error = run(*words)
        assert code == 2
        assert message in error.replace("\n", " ")
    assert not (tmp_path / "x").exists()


def test_another_encoder_is_refused(
    run: Run, built: tuple[Path, dict[str, object]], put: Put, data: Path
) -> None:
    for place in (data / "encoder").iterdir():
        put(f"other/{place.name}", place.read_bytes())
    other = put("other/extra.txt", "").parent
    code, _, error = run("show", "x", "--memory", str(built[0]), "--encoder", str(other))
    assert code == 2
    assert "cannot search it" in error
