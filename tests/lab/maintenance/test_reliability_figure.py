"""The reliability diagram is drawn of kept answers, a line a set."""

from __future__ import annotations

import json
from pathlib import Path

from bioloom_lab.maintenance.reliability_figure import draw, read_series


def test_a_line_has_the_answers_of_its_files_and_their_error(tmp_path: Path) -> None:
    mark = {"answerable": True, "given": True, "right": True, "confidence": 0.75}
    record = {"marks": [mark, mark | {"right": False}, mark | {"given": False, "right": False}]}
    for name in ("one", "two"):
        (tmp_path / name).write_text(10 * (json.dumps(record) + "\n"), encoding="utf-8")
    series = read_series([f"abstracts={tmp_path / 'one'},{tmp_path / 'two'}"])
    draw(series, tmp_path / "figure.svg")
    assert "abstracts: 40 answers, error 0.25" in (tmp_path / "figure.svg").read_text(encoding="utf-8")
