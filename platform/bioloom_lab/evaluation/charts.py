"""Figures of evaluations as plain SVG: bars with their intervals, and curves from 0 to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from bioloom_lab.evaluation.statistics import Estimate

COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#7f7f7f")
_WIDTH, _HEIGHT = 640, 400
_NAMES, _RIGHT, _TOP, _BOTTOM = 210, 60, 40, 50
_ROW = 22


def bar_chart(title: str, rows: Mapping[str, Estimate]) -> str:
    """Draw one bar a row from 0 to 1, with its value and 95% interval.

    >>> bar_chart("hit@1", {"bm25": Estimate(0.5, 0.4, 0.6)}).count("<rect")
    2
    """
    height = _TOP + _ROW * len(rows) + _BOTTOM
    wide = _WIDTH - _NAMES - _RIGHT
    parts = _begin(title, height)
    foot = _TOP + _ROW * len(rows)
    for tick in range(6):
        x = _NAMES + wide * tick / 5
        parts.append(f'<path d="M{x:.1f} {_TOP}V{foot}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{foot + 18}" text-anchor="middle">{tick / 5:.1f}</text>')
    for at, (name, found) in enumerate(rows.items()):
        y = _TOP + _ROW * at + 3
        middle = y + _ROW / 2 - 3
        low, end, high = (
            _NAMES + wide * max(0.0, min(1.0, each)) for each in (found.low, found.value, found.high)
        )
        size = f'width="{end - _NAMES:.1f}" height="{_ROW - 6}"'
        parts += [
            f'<text x="{_NAMES - 8}" y="{middle + 4:.1f}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{_NAMES}" y="{y}" {size} fill="{COLOURS[0]}"/>',
            f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}" stroke="black"/>',
            f'<text x="{_WIDTH - _RIGHT + 8}" y="{middle + 4:.1f}">{found.value:.2f}</text>',
        ]
    return "\n".join((*parts, "</svg>")) + "\n"


def line_chart(title: str, across: str, up: str, series: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Draw curves over (x, y) points, both from 0 to 1, with the axes' names and a legend.

    >>> line_chart("risk", "coverage", "risk", {"all": [(0.0, 0.0), (1.0, 0.5)]}).count("polyline")
    1
    """
    left, wide, tall = 60, _WIDTH - 60 - 170, _HEIGHT - _TOP - _BOTTOM
    parts = _begin(title, _HEIGHT)
    for tick in range(6):
        x, y = left + wide * tick / 5, _TOP + tall * (1 - tick / 5)
        parts += [
            f'<path d="M{left} {y:.1f}H{left + wide}" stroke="#ddd"/>',
            f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{tick / 5:.1f}</text>',
            f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{tick / 5:.1f}</text>',
        ]
    parts += [
        f'<text x="{left + wide / 2:.0f}" y="{_HEIGHT - 10}" text-anchor="middle">{escape(across)}</text>',
        f'<text x="8" y="{_TOP - 8}">{escape(up)}</text>',
    ]
    for at, (name, points) in enumerate(series.items()):
        colour = COLOURS[at % len(COLOURS)]
        places = " ".join(f"{left + wide * x:.1f},{_TOP + tall * (1 - y):.1f}" for x, y in points)
        parts += [
            f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>',
            f'<text x="{left + wide + 12}" y="{_TOP + 18 * (at + 1)}" fill="{colour}">{escape(name)}</text>',
        ]
    return "\n".join((*parts, "</svg>")) + "\n"


def _begin(title: str, height: int) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{_WIDTH / 2:.0f}" y="18" text-anchor="middle" font-size="14">{escape(title)}</text>',
    ]
