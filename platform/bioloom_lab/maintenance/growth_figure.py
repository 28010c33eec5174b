"""Figure of the load's growth: time of a record by size of the graph, from stored results of `bench load`.

``python -m bioloom_lab.maintenance.growth_figure docs/results docs/images/load-growth.svg``
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bioloom.errors import UsageError
from bioloom.extras import optional
from bioloom_lab.maintenance.results_page import read_results

NAMED = "growth-"
"""How the names of the results begin that the figure is drawn of: one machine, one day, one size each."""

_STEP = ", first load"

Points = dict[str, list[tuple[int, float, float]]]
"""By writer: records, microseconds of wall time and of processor time a record, by size."""


def growth(results: Mapping[str, Mapping[str, Any]]) -> Points:
    """Read the first loads of all sizes; UsageError where there are fewer than two sizes."""
    points: Points = defaultdict(list)
    chosen = [result for name, result in results.items() if name.startswith(NAMED)]
    for result in sorted(chosen, key=lambda each: int(each["n"])):
        for row, figures in result["metrics"].items():
            if row.endswith(_STEP):
                wall, spent = (
                    1e6 * sum(figures[name]["value"] for name in names) / result["n"]
                    for names in (("wall s",), ("client CPU s", "server CPU s"))
                )
                points[row.removesuffix(_STEP)].append((result["n"], wall, spent))
    grown = {writer: found for writer, found in points.items() if len(found) > 1}
    if not grown:
        raise UsageError("there are no results growth-*.json of several sizes: bioloom bench load --edges N")
    return grown


def draw(points: Points, path: Path) -> None:
    """Draw a line a writer and kind of time, both axes logarithmic; text stays text, the file has no date."""
    matplotlib = optional("matplotlib", "Drawing figures", extra="lab")
    figures = optional("matplotlib.figure", "Drawing figures", extra="lab")
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": path.name}):
        figure = figures.Figure(figsize=(8, 4), layout="constrained")
        axes = figure.subplots()
        for writer, found in points.items():
            sizes = [size for size, _, _ in found]
            (line,) = axes.plot(
                sizes, [wall for _, wall, _ in found], marker="o", label=f"{writer}, wall time"
            )
            spent = [spent for _, _, spent in found]
            axes.plot(
                sizes, spent, ":", marker="o", color=line.get_color(), label=f"{writer}, processor time"
            )
        axes.set(
            xscale="log", xlabel="nodes and edges", ylabel="µs a record", title="First load of a KGX graph"
        )
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        axes.legend()
        figure.savefig(path, format="svg", metadata={"Date": None})


if __name__ == "__main__":
    draw(growth(read_results(Path(sys.argv[1]))), Path(sys.argv[2]))
