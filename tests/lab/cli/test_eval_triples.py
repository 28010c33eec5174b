"""bioloom eval triples and re on small files of our own: JSON, tables, leaks, and wrong usage."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.cli.app import main
from bioloom.resources import has_weights

Run = Callable[..., tuple[int, str, str]]

ROW = {
    "PREDICATE": "TREATS",
    "SUBJECT_TEXT": "aspirin",
    "OBJECT_TEXT": "headache",
    "SENTENCE": " aspirin  treats  headache .",
}
FOUND = {"sentence": "aspirin treats headache.", "triples": [["aspirin", "TREATS", "headache"]]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "git").mkdir()
    for split, sentence in (("dev", ROW["SENTENCE"]), ("train", " aspirin  ended the  headache .")):
        row = json.dumps({**ROW, "SENTENCE": sentence})
        (tmp_path / "git" / f"{split}.jsonl").write_text(row + "\n", "utf-8")
    (tmp_path / "found.jsonl").write_text(json.dumps(FOUND) + "\n", "utf-8")
    return tmp_path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> Run:
    monkeypatch.setenv("COLUMNS", "400")

    def call(suite: str, *words: str, data: str = "git/dev.jsonl") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["bioloom", "eval", suite, "--data", str(folder / data), *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        shown = capsys.readouterr()
        return int(stopped.value.code or 0), shown.out, shown.err

    return call


def test_json_keeps_ours_and_published_apart(run: Run, folder: Path) -> None:
    train = str(folder / "git" / "train.jsonl")
    code, shown, notes = run(
        "triples", "--train", train, "--predicted", str(folder / "found.jsonl"), "--json"
    )
    answer = json.loads(shown)
    assert (code, answer["suite"], answer["n"]) == (0, "triples", 1)
    rule = answer["metrics"][
        "triples, git, raw, per row, marks, subject first, majority relation, marks, one, none"
    ]
    assert (rule["f1"]["value"], rule["entities"]) == (1.0, "marks")
    mine = answer["metrics"]["triples, git, cleaned, per row, found.jsonl, file"]
    assert mine["f1"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    assert mine["types"]["treats"]["right"] == 1
    assert {row["task"] for row in answer["published"]} == {"triples"}
    assert {row["data"] for row in answer["published"]} == {"git"}
    assert answer["published"][0].keys() >= {"system", "source", "metrics"}
    assert "the papers print" in notes


def test_people_see_tables_and_what_is_odd_in_the_papers(run: Run, folder: Path) -> None:
    code, shown, _ = run("re", "--train", str(folder / "git" / "train.jsonl"), "--raw")
    assert code == 0
    assert "majority relation (entities: given, retrieval: none)" in shown
    assert "cleaned" not in shown
    assert "89.0" in shown


@pytest.mark.skipif(not has_weights("triples"), reason="installed without the triple model")
def test_without_a_system_the_shipped_model_is_measured(run: Run) -> None:
    code, shown, _ = run("triples", "--json")
    found = json.loads(shown)["metrics"]
    assert code == 0
    assert any(name.startswith("triples, git, cleaned, per row, local:triples@") for name in found)


def test_leaks_are_printed_for_the_folders_of_data(run: Run) -> None:
    code, shown, _ = run("triples", "--leaks", "--json", data="")
    answer = json.loads(shown)
    assert code == 0
    assert [(each["split"], each["rows"], each["rule"]["f1"]) for each in answer["leaks"]] == [
        ("train", 1, 1.0),
        ("dev", 1, 1.0),
    ]
    assert "both names marked" in run("triples", "--leaks", data="")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("triples", "--scheme", "wlp"), "No such option: --scheme"),
        (("triples", "--retrieval", "knn"), "needs --train"),
        (("ground", "--raw"), "No such option: --raw"),
        (("re", "--leaks"), "No such option: --leaks"),
        (("re", "--reader", "llm"), "--reader needs --train"),
        (("triples", "--reader", "llm"), "No such option: --reader"),
        (("triples", "--predicted", "absent.jsonl"), "cannot be read"),
    ],
)
def test_wrong_usage_is_told(run: Run, words: tuple[str, ...], message: str) -> None:
    code, _, notes = run(*words)
    assert code != 0
    assert message in " ".join(notes.split())


def test_predictions_by_id_must_say_what_was_read(run: Run, folder: Path) -> None:
    path = folder / "by_id.jsonl"
    path.write_text(json.dumps({"id": 1, "triples": FOUND["triples"]}) + "\n", "utf-8")
    code, _, notes = run("triples", "--predicted", str(path))
    assert code == 2
    assert "add --raw or --cleaned" in notes
    answer = json.loads(run("triples", "--predicted", str(path), "--cleaned", "--json")[1])
    assert answer["metrics"]["triples, git, cleaned, per row, by_id.jsonl, file"]["f1"]["value"] == 1.0
