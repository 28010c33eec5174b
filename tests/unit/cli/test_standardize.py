"""bioloom standardize with an encoder of random weights: what is printed, where, and the exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.cli.app import main

Put = Callable[[str, str | bytes], Path]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> Run:
    monkeypatch.setenv("BIOLOOM_CACHE", str(tmp_path / "cache"))

    def call(*words: str) -> tuple[int, str, str]:
        model = ("--model", str(data / "encoder")) if "--llm" not in words else ()
        monkeypatch.setattr(sys, "argv", ["bioloom", "standardize", *words, *model])
        with pytest.raises(SystemExit) as stopped:
            main()
        shown = capsys.readouterr()
        return int(stopped.value.code or 0), shown.out, shown.err

    return call


def test_a_phrase_as_json_has_the_agreed_fields(run: Run) -> None:
    code, shown, _ = run("is not treated by", "--subject", "migraine", "--object", "aspirin", "--json")
    found = json.loads(shown)
    assert code == 0
    assert found == {
        "predicate": "biolink:treats",
        "qualified_predicate": None,
        "object_aspect_qualifier": None,
        "object_direction_qualifier": None,
        "negated": True,
        "swapped": True,
        "score": 1.0,
        "selector": "biolink",
        "candidates": [],
    }


def test_none_is_no_error_and_has_its_reason(run: Run) -> None:
    code, shown, _ = run("used to detect", "--json")
    assert (code, json.loads(shown)["predicate"], json.loads(shown)["reason"]) == (0, None, "METHODOLOGICAL")
    assert run("x" * 2_000, "--json")[1].count("LONG_PHRASE") == 1


def test_people_are_shown_the_choice_and_what_else_there_was(run: Run) -> None:
    shown = run("is caused by", "--subject", "[bold]asthma\x1b[31m", "--object", "smoke")[1]
    assert "smoke biolink:causes [bold]asthma<U+001B>[31m" in shown
    assert "changed places" in shown
    assert "\x1b[31m" not in shown
    for phrase in (" ", "n/a", "asdf"):
        assert "NONE (EMPTY_PHRASE): the relation phrase is empty, a placeholder" in run(phrase)[1]
        assert "no word of a relation" in run(phrase)[1]
    candidates = run("binding affinity")[1]
    assert "nearest descriptor" in candidates
    assert candidates.count("biolink:") >= 5


def test_a_file_streams_one_line_a_claim_and_names_the_bad_ones(run: Run, put: Put) -> None:
    good = {"subject": "a", "object": "b", "relationship": "treats"}
    path = put(
        "claims.jsonl", "\n".join(["{", json.dumps(good), json.dumps({**good, "x": 1}), json.dumps(good)])
    )
    code, shown, notes = run("--file", str(path))
    rows = [json.loads(line) for line in shown.splitlines()]
    assert code == 0
    assert [(row["line"], row["subject"], row["predicate"]) for row in rows] == [
        (2, "a", "biolink:treats"),
        (4, "a", "biolink:treats"),
    ]
    assert "claims.jsonl:1: BAD_JSON" in notes
    assert "claims.jsonl:3: BAD_ROW" in notes
    assert run("--file", str(path), "--strict")[0] == 3


def test_half_a_character_is_written_as_it_came(run: Run, put: Put) -> None:
    line = '{"subject": "a", "object": "b\\ud800", "relationship": "treats"}'
    code, shown, _ = run("--file", str(put("claims.jsonl", line)))
    assert code == 0
    assert json.loads(shown)["object"] == "b\ud800"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "either a phrase or --file"),
        (("treats", "--file", "x.jsonl"), "either a phrase or --file"),
        (("treats", "--subject-category", "gremlin"), "'gremlin' is not a category"),
        (("treats", "--llm"), "BIOLOOM_LLM_URL"),
        (("--file", "claims.csv"), ".jsonl"),
    ],
)
def test_wrong_usage_is_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    code, shown, notes = run(*words)
    assert (code, shown) == (2, "")
    assert said in notes
