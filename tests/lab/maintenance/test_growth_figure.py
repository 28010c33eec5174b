"""The figure of the load's growth is drawn of what is stored, one point a size."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom_lab.maintenance.growth_figure import draw, growth


def _result(records: int, wall: float) -> dict[str, object]:
    figures = {"wall s": wall, "client CPU s": 1.0, "server CPU s": 2.0}
    metrics = {
        f"bioloom, {step}": {name: {"value": value} for name, value in figures.items()}
        for step in ("first load", "again")
    }
    return {"suite": "load", "n": records, "metrics": metrics}


def test_a_line_has_the_sizes_in_order_and_the_time_of_one_record(tmp_path: Path) -> None:
    results = {
        "growth-big": _result(1_000_000, 50.0),
        "growth-small": _result(100_000, 10.0),
        "load": _result(240_000, 70.0),
    }
    points = growth(results)
    assert points == {"bioloom": [(100_000, 100.0, 30.0), (1_000_000, 50.0, 3.0)]}
    draw(points, tmp_path / "figure.svg")
    drawn = (tmp_path / "figure.svg").read_text(encoding="utf-8")
    assert "bioloom, wall time" in drawn
    assert "µs a record" in drawn


def test_one_size_is_no_growth() -> None:
    with pytest.raises(UsageError, match="several sizes"):
        growth({"growth-small": _result(100_000, 10.0)})
