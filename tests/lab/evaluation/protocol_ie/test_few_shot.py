"""A language model measured with several numbers of demonstrations, against an endpoint that answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom_lab.evaluation.protocol_ie.suite import ExtractionEngine, ProtocolExtractionSuite, SchemeChoice
from bioloom_lab.evaluation.suite import Reporter
from model_endpoint import Endpoint

GOLD = ("Mix yeast", "T1\tAction 0 3\tMix\nT2\tReagent 4 9\tyeast\nE1\tAction:T1 Acts-on:T2\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text, marks in (
        ("gold/mix", *GOLD),
        ("shown/spin", "Spin yeast twice", "T1\tAction 0 4\tSpin\n"),
    ):
        (tmp_path / name).parent.mkdir()
        (tmp_path / f"{name}.txt").write_text(f"Title\n{text}\n")
        (tmp_path / f"{name}.ann").write_text(
            marks.replace("T1\tAction 0 ", "T1\tAction 6 ").replace(" 3\tMix", " 9\tMix")
            .replace(" 4\tSpin", " 10\tSpin").replace("Reagent 4 9", "Reagent 10 15")
        )  # fmt: skip
    return tmp_path


def suite(folder: Path, **options: object) -> ProtocolExtractionSuite:
    given = {"engine": ExtractionEngine.llm, "demonstrations": folder / "shown", "shots": "0,1"} | options
    return ProtocolExtractionSuite([folder / "gold"], scheme=SchemeChoice.biopie, **given)  # type: ignore[arg-type]


def test_a_model_that_only_answers_with_an_example_gains_by_it(
    folder: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BIOLOOM_LLM_URL", str(endpoint.settings.llm_url))
    monkeypatch.setenv("BIOLOOM_LLM_MODEL", "tiny")
    monkeypatch.setenv("BIOLOOM_CACHE", str(tmp_path / "cache"))
    endpoint.answer = lambda user: "Mix: verb" if "Mix" in user and "Spin yeast" in user else "NONE"
    asked = suite(folder)
    scores = asked.run(asked.load(), Reporter())
    assert [(each.shots, each.f1["NER"].value > 0) for each in scores.shots] == [(0, False), (1, True)]
    assert [each["shots"] for each in asked.figures(scores)["shots"]] == [0, 1]
    titles = [getattr(part, "title", "") for part in asked.tables(scores)]
    assert "F1 by number of demonstrations with a sentence" in titles


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": None}, "--engine llm"),
        ({"demonstrations": None}, "go together"),
        ({"shots": "0"}, "go together"),
        ({"shots": "few"}, "set apart by commas"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    folder: Path, options: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        suite(folder, **options).load()
