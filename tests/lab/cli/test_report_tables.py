"""Result tables on a narrow terminal, and in a file: every figure whole."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from bioloom.cli.app import main
from bioloom_lab.cli.report_tables import natural_width, print_part, render_table
from bioloom_lab.evaluation.suite import ReportTable

FIGURE = "0.817 (0.801 to 0.832)"
WIDE = ReportTable(
    ("method", *(f"a@{k}" for k in range(6))),
    [("ours", *[FIGURE] * 6), ("bm25", *[FIGURE] * 5, "")],
    "relate",
)


def printed(width: int) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(render_table(WIDE, width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_table_that_does_not_fit_is_printed_a_figure_a_line() -> None:
    shown = printed(80)
    assert shown.count(FIGURE) == 11
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown


def test_a_table_that_fits_is_a_grid() -> None:
    assert f"ours   │ {FIGURE} │ {FIGURE}" in printed(natural_width(WIDE) + 1)


def test_a_pipe_gets_whole_rows(capsys: pytest.CaptureFixture[str]) -> None:
    print_part(WIDE)
    shown = capsys.readouterr().out
    assert any(line.count(FIGURE) == 6 for line in shown.splitlines())


def test_figures_also_go_to_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path, tmp_path: Path
) -> None:
    claims = tmp_path / "claims.jsonl"
    claim = {
        "subject": "A",
        "relationship": "inhibits",
        "object": "B",
        "text": "A inhibits B.",
        "negated": False,
    }
    claims.write_text(json.dumps(claim) + "\n")
    for output, code in ((tmp_path / "results.json", 0), (tmp_path / "absent" / "results.json", 2)):
        words = ["bioloom", "eval", "negation", "--data", str(claims), "--output", str(output)]
        monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as stopped:
            main()
        assert (stopped.value.code or 0) == code
        assert output.exists() == (code == 0)
    assert json.loads((tmp_path / "results.json").read_text())["suite"] == "negation"
    assert "is no folder" in capsys.readouterr().err
