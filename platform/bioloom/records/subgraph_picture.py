"""Picture of a subgraph as SVG, for notebooks: laid out by networkx where that is installed."""

import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any

MOST_NODES = 60
"""Nodes that a picture has at most; what is beyond is left out and counted."""

_WIDTH, _MARGIN = 720, 70
_SHORT = 22  # characters of a name
_TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto"><path d="M0 0L8 4L0 8z" fill="#778"/></marker></defs>'
)

Point = tuple[float, float]
Line = tuple[str, str, str]
"""An edge as it reads: id of its head, relation, id of its tail."""


def draw(names: Mapping[str, tuple[str, str]], lines: Sequence[Line]) -> str:
    """Draw nodes (name and type by id) and the lines between them; without networkx, list the lines.

    The same graph gives the same picture.
    """
    try:
        networkx = import_module("networkx")
    except ModuleNotFoundError:
        told = (f"{names[head][0]} {words} {names[tail][0]}" for head, words, tail in lines)
        return f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in told)}</ul>"
    shown = dict(list(names.items())[:MOST_NODES])
    joined: dict[tuple[str, str], list[str]] = {}
    for head, words, tail in lines:
        if head in shown and tail in shown:
            joined.setdefault((head, tail), []).append(words)
    height = min(640, 120 + 70 * math.isqrt(len(shown) + 1))
    places = _place(networkx, list(shown), joined, height)
    parts = [_line(places[head], places[tail], ", ".join(said)) for (head, tail), said in joined.items()]
    parts += [_node(places[key], *named) for key, named in shown.items()]
    rest = f"<p>{len(names) - len(shown)} more nodes</p>" if len(shown) < len(names) else ""
    box = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" role="img"'
    return f'<svg {box} font-family="sans-serif" font-size="11">{_TIP}{"".join(parts)}</svg>{rest}'


def _place(
    networkx: Any, keys: Sequence[str], joined: Iterable[tuple[str, str]], height: int
) -> dict[str, Point]:
    graph = networkx.Graph()
    graph.add_nodes_from(keys)
    graph.add_edges_from((head, tail) for head, tail in joined if head != tail)
    room = (_WIDTH / 2 - _MARGIN, height / 2 - _MARGIN / 2)
    laid = networkx.spring_layout(graph, k=2.5 / math.sqrt(len(keys) or 1), iterations=150, seed=1)
    return {
        key: (round(_WIDTH / 2 + x * room[0], 1), round(height / 2 + y * room[1], 1))
        for key, (x, y) in laid.items()
    }


def _line(head: Point, tail: Point, words: str) -> str:
    (x1, y1), (x2, y2) = head, tail
    far = math.hypot(x2 - x1, y2 - y1) or 1.0
    end = f'x2="{x2 - (x2 - x1) / far * 10:.1f}" y2="{y2 - (y2 - y1) / far * 10:.1f}"'
    middle = f'x="{(x1 + x2) / 2:.1f}" y="{(y1 + y2) / 2 - 3:.1f}"'
    return (
        f'<line x1="{x1}" y1="{y1}" {end} stroke="#99a" marker-end="url(#tip)"/>'
        f'<text {middle} text-anchor="middle" fill="#778" font-size="9">{escape(words)}</text>'
    )


def _node(place: Point, name: str, kind: str) -> str:
    x, y = place
    colour = f"hsl({zlib.crc32(kind.encode()) % 360} 55% 60%)"
    shown = name if len(name) <= _SHORT else f"{name[: _SHORT - 1]}…"
    return (
        f'<g><title>{escape(name)} ({escape(kind)})</title><circle cx="{x}" cy="{y}" r="8" fill="{colour}"/>'
        f'<text x="{x}" y="{y + 20:.1f}" text-anchor="middle" fill="currentColor">{escape(shown)}</text></g>'
    )
