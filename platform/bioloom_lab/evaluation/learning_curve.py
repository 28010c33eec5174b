"""Scores by share of the training data (SPEC B16), as a table and as a picture.

``python -m bioloom_lab.evaluation.learning_curve curve.svg 0.1=tenth.json 1.0=all.json`` draws what
``bioloom eval protocol-ie --json`` wrote for a model of each share; with a name that ends in ``.tsv`` it
writes the table.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from bioloom.errors import SourceError, UsageError
from bioloom_lab.evaluation.statistics import Estimate

MEASURES = ("NER", "Rel", "Rel+", "RE")
_COLOURS = ("#1b6ca8", "#c4501b", "#2e7d32", "#7b3fa0")
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 400, 56, 76, 20, 44


@dataclass(frozen=True, slots=True)
class Point:
    """The F1 of one measure for a model that was trained on a share of the data, 0 to 1."""

    share: float
    measure: str
    f1: Estimate


def read_points(reports: Mapping[float, Path]) -> tuple[Point, ...]:
    """Read the F1 of NER, Rel, Rel+ and RE from reports in JSON, one for each share."""
    points = []
    for share, path in sorted(reports.items()):
        try:
            metrics = json.loads(path.read_text(encoding="utf-8"))["metrics"]
            points += [
                Point(share, name, Estimate(**metrics[name]["f1"])) for name in MEASURES if name in metrics
            ]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SourceError("is no report of bioloom eval protocol-ie --json", str(path)) from error
    return tuple(points)


def as_table(points: Sequence[Point]) -> str:
    """Give the points as tab-separated lines: share, measure, F1 and the ends of its interval."""
    lines = ["share\tmeasure\tf1\tlow\thigh"]
    for point in points:
        values = (point.f1.value, point.f1.low, point.f1.high)
        lines.append("\t".join((f"{point.share:g}", point.measure, *(f"{value:.4f}" for value in values))))
    return "\n".join(lines) + "\n"


def as_svg(points: Sequence[Point]) -> str:
    """Draw the points: a line for each measure, a bar for each interval; F1 begins near the lowest."""
    if not points:
        raise UsageError("a learning curve needs at least one report")
    floor = int(min(point.f1.low for point in points) * 10) / 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
    ]
    for tick in range(round(floor * 10), 11):
        y = _y(tick / 10, floor)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick / 10:.1f}</text>')
    for share in sorted({point.share for point in points}):
        parts.append(
            f'<text x="{_x(share):.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{share:g}</text>'
        )
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    parts.append(
        f'<text x="{middle:.0f}" y="{_HEIGHT - 8}" text-anchor="middle">share of the training data</text>'
    )
    parts.append(f'<text x="14" y="{_TOP - 6}">F1</text>')
    for name, colour in zip(MEASURES, _COLOURS, strict=True):
        own = sorted((point for point in points if point.measure == name), key=lambda point: point.share)
        parts += _line(name, colour, own, floor)
    return "\n".join((*parts, "</svg>")) + "\n"


def _line(name: str, colour: str, points: Sequence[Point], floor: float) -> list[str]:
    if not points:
        return []
    places = [(_x(point.share), _y(point.f1.value, floor)) for point in points]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    parts = [f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>']
    for point, (x, y) in zip(points, places, strict=True):
        low, high = _y(point.f1.low, floor), _y(point.f1.high, floor)
        parts.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
    x, y = places[-1]
    parts.append(f'<text x="{x + 8:.1f}" y="{y + 4:.1f}" fill="{colour}">{escape(name)}</text>')
    return parts


def _x(share: float) -> float:
    return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)


def _y(value: float, floor: float) -> float:
    return _TOP + (1 - value) / (1 - floor or 1) * (_HEIGHT - _TOP - _BOTTOM)


def main(words: Sequence[str]) -> None:
    """Write the curve of ``SHARE=REPORT`` words to the file that the first word names."""
    target, *pairs = words or ("",)
    try:
        reports = {float(share): Path(path) for share, _, path in (pair.partition("=") for pair in pairs)}
    except ValueError as error:
        raise UsageError("each report is named as SHARE=FILE, the share from 0 to 1") from error
    if Path(target).suffix not in (".svg", ".tsv") or not all(0 < share <= 1 for share in reports):
        raise UsageError("name a .svg or .tsv file, then each report as SHARE=FILE, the share from 0 to 1")
    points = read_points(reports)
    drawn = as_svg(points) if target.endswith(".svg") else as_table(points)
    Path(target).write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
