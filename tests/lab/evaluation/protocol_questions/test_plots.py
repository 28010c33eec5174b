"""Figures of evaluations: bars and curves as SVG with their words."""

from __future__ import annotations

from pathlib import Path

from bioloom_lab.evaluation.protocol_questions.plots import draw_bars, draw_curves
from bioloom_lab.evaluation.statistics import Estimate


def test_bars_and_curves_are_written_with_their_names_and_are_the_same_again(tmp_path: Path) -> None:
    path = tmp_path / "bars.svg"
    draw_bars(path, "hit@1", {"bm25": Estimate(0.5, 0.4, 0.6), "hops": Estimate(0.75, 0.7, 0.8)})
    first = path.read_text(encoding="utf-8")
    assert all(word in first for word in ("hit@1", "bm25", "hops", "0.75"))
    draw_bars(path, "hit@1", {"bm25": Estimate(0.5, 0.4, 0.6), "hops": Estimate(0.75, 0.7, 0.8)})
    assert path.read_text(encoding="utf-8") == first
    draw_curves(path, "risk", "coverage", "share", {"near misses": [(0.0, 0.0), (1.0, 0.5)]})
    drawn = path.read_text(encoding="utf-8")
    assert all(word in drawn for word in ("risk", "coverage", "near misses"))
