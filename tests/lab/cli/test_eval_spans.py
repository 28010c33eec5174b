"""What `bioloom eval qa` shows and gives as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bioloom_lab.cli.evaluate_spans import show_spans, spans_as_json
from bioloom_lab.evaluation.span_questions.suite import SpanScores
from bioloom_lab.evaluation.statistics import Estimate

FOUND = SpanScores(
    n=5,
    articles=2,
    methods={"bm25": {"hit@1": Estimate(0.4, 0.3, 0.5)}},
    within={"bm25": {"hit@1": Estimate(0.6, 0.5, 0.7)}},
    against={"prose": {"hit@1": Estimate(0.1, 0.05, 0.15)}},
    answers={
        "best clause": {"exact, closed": Estimate(0.0, 0.0, 0.0), "f1, closed": Estimate(0.3, 0.2, 0.4)}
    },
)


def test_json_is_the_contract() -> None:
    found = json.loads(json.dumps(spans_as_json(FOUND, [Path("a.json")])))
    assert (found["suite"], found["n"], found["data"]) == ("qa", 5, ["a.json"])
    assert found["metrics"]["bm25, within"]["hit@1"] == {"value": 0.6, "low": 0.5, "high": 0.7}
    assert found["metrics"]["best clause"]["f1, closed"]["value"] == 0.3
    assert found["published"][0]["f1, closed"] == 0.595


def test_tables_name_what_others_published(capsys: pytest.CaptureFixture[str]) -> None:
    show_spans(FOUND)
    shown = capsys.readouterr().out
    assert "RoBERTa" in shown
    assert "+0.100" in shown
