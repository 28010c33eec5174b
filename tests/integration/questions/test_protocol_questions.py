"""The suite of generated questions, end to end over annotated protocols in a real graph."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bioloom.graph.connection import Graph
from bioloom.pipeline import load
from bioloom.records import LoadOptions
from bioloom.settings import Settings
from bioloom_lab.evaluation.protocol_questions.plots import write_plots
from bioloom_lab.evaluation.protocol_questions.suite import evaluate_protocol_questions

pytestmark = pytest.mark.integration

DEMO = Path(__file__).parents[3] / "loaders/demo/wlp"


def test_the_suite_scores_methods_views_and_refusals_and_draws_them(graph: Graph, tmp_path: Path) -> None:
    folder = tmp_path / "wlp"
    folder.mkdir()
    for name in ("protocol_104", "protocol_14"):
        for kind in (".txt", ".ann"):
            shutil.copy(DEMO / f"{name}{kind}", folder)
    load(folder, graph, Settings(home=tmp_path / "home"), options=LoadOptions("wlp"), ground=False)
    found = evaluate_protocol_questions(
        graph, Settings(), [folder], a_kind=1, methods=("bm25", "hops"), ablation=True
    )
    assert found.n - found.unanswerable > 2
    assert found.methods["hops"]["hit@10"].value > 0
    assert 0 < found.against["hops"]["hit@1"].p <= 1  # type: ignore[attr-defined]
    assert {"hops, both", "hops, graphs withheld", "bm25, sentences withheld"} <= set(found.views)
    assert 0 <= found.aurc <= 1
    assert {path.name for path in write_plots(found, tmp_path / "plots")} >= {
        "risk-coverage.svg",
        "retrieval-hit-at-1.svg",
        "answers-by-evidence.svg",
    }
