"""What `bioloom eval qa` shows and gives as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from bioloom_lab.evaluation.span_questions.suite import SpanQuestionSuite, SpanScores
from bioloom_lab.evaluation.statistics import Estimate
from bioloom_lab.evaluation.suite import ReportTable, figures_document

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
    suite = SpanQuestionSuite([Path("a.json")])
    found = json.loads(json.dumps(figures_document(suite, FOUND)))
    assert (found["suite"], found["n"], found["data"]) == ("qa", 5, ["a.json"])
    assert found["metrics"]["bm25, within"]["hit@1"] == {"value": 0.6, "low": 0.5, "high": 0.7}
    assert found["metrics"]["best clause"]["f1, closed"]["value"] == 0.3
    assert found["published"][0]["f1, closed"] == 0.595


def test_tables_name_what_others_published() -> None:
    tables = [each for each in SpanQuestionSuite([]).tables(FOUND) if isinstance(each, ReportTable)]
    cells = [cell for table in tables for row in table.rows for cell in row]
    assert any("RoBERTa" in cell for cell in cells)
    assert any("+0.100" in cell for cell in cells)
