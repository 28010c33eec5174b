"""Reliability diagram: how often answers are right by what they say of themselves, from kept answers.

``python -m bioloom_lab.maintenance.reliability_figure FIGURE.svg "NAME=FILE,FILE" "NAME=FILE" ...``

The files are those that `bioloom eval answers --kept FILE` writes; each NAME is a line of the diagram.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bioloom.extras import optional
from bioloom_lab.evaluation.answer_judging import JudgedPart, calibration_error, confidence_bins

Series = Mapping[str, Sequence[JudgedPart]]
"""The judged parts of answers, by the name of their sets."""

BINS = 6
"""Points of a line, each of equally many answers."""


def read_series(named: Sequence[str]) -> Series:
    """Read kept answers, "NAME=FILE,FILE" each."""
    found = {}
    for each in named:
        name, _, files = each.partition("=")
        lines = [
            line for file in files.split(",") for line in Path(file).read_text(encoding="utf-8").splitlines()
        ]
        found[name] = [JudgedPart(**mark) for line in lines for mark in json.loads(line)["marks"]]
    return found


def draw(series: Series, path: Path) -> None:
    """Draw a line a set, its mean confidence against the share that is right; the file has no date."""
    matplotlib = optional("matplotlib", "Drawing figures", extra="lab")
    figures = optional("matplotlib.figure", "Drawing figures", extra="lab")
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": path.name}):
        figure = figures.Figure(figsize=(7, 5), layout="constrained")
        axes = figure.subplots()
        axes.plot([0.4, 1], [0.4, 1], "--", color="grey", label="as right as said")
        for name, parts in series.items():
            bins = confidence_bins(parts, BINS)
            said = [sum(part.confidence for part in one) / len(one) for one in bins]
            right = [sum(part.right for part in one) / len(one) for one in bins]
            error = f"{name}: {sum(map(len, bins))} answers, error {calibration_error(parts):.2f}"
            axes.plot(said, right, marker="o", label=error)
        axes.set(xlabel="confidence of the answer", ylabel="share that is right", xlim=(0.4, 1), ylim=(0, 1))
        axes.grid(alpha=0.3)
        axes.legend(loc="lower right", fontsize="small")
        figure.savefig(path, format="svg", metadata={"Date": None})


if __name__ == "__main__":
    draw(read_series(sys.argv[2:]), Path(sys.argv[1]))
