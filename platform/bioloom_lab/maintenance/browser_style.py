"""Neo4j Browser style sheet (GraSS), generated from the palette and the pinned Biolink model.

Browser gives a node every rule whose labels it carries, later rules over earlier ones, and puts a rule of
its own at the very end for each label that has none: that would win over ours. So every label of the model
gets a rule, from the general to the specific. ``python -m bioloom_lab.maintenance.browser_style FILE``
writes the file anew; GraSS knows no comments.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from bioloom.biolink import model
from bioloom.graph.browser_palette import NAMED_THING, Look, entity_looks, read_palette

_WHITE, _BLACK = "#FFFFFF", "#000000"


def write_style() -> str:
    """Give the whole style as GraSS."""
    palette = read_palette()
    rules = [_node_rule("node", palette[NAMED_THING])]
    rules += [_node_rule(f"node.{label}", look) for label, look in entity_looks(model(), palette)]
    rules += [
        _node_rule(f"node.{label}", look)
        for label, look in palette.items()
        if not label.startswith("biolink:")
    ]
    rules += [_edge_rule(selector, **props) for selector, props in _EDGES.items()]
    return "\n".join(rules)


def luminance(color: str) -> float:
    """Give the relative luminance of ``#RRGGBB`` (WCAG 2), from 0 for black to 1 for white.

    >>> luminance("#FFFFFF"), luminance("#000000")
    (1.0, 0.0)
    """
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Give the contrast ratio of two colours (WCAG 2), from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _node_rule(selector: str, look: Look) -> str:
    text = max((_WHITE, _BLACK), key=lambda ink: contrast(ink, look.color))
    return _rule(
        selector,
        {
            "color": look.color,
            "border-color": _darker(look.color),
            "border-width": "2px",
            "text-color-internal": text,
            "diameter": f"{look.diameter}px",
            "font-size": "10px",
            "caption": f"'{look.caption}'",
        },
    )


_EDGES: Mapping[str, Mapping[str, str]] = {
    "relationship": {"color": "#848A96", "shaft_width": "1px", "caption": "<type>"},
    "relationship.biolink:related_to": {
        "color": "#848A96",
        "shaft_width": "1px",
        "caption": "{original_predicate}",
    },
    "relationship.biolink:precedes": {"color": "#8A63C4", "shaft_width": "3px", "caption": "<type>"},
    "relationship.biolink:treats": {"color": "#15934C", "shaft_width": "2px", "caption": "<type>"},
    "relationship.HAS_SENTENCE": {"color": "#9AA0AA", "shaft_width": "1px", "caption": "<type>"},
    "relationship.NEXT": {"color": "#6F86A8", "shaft_width": "3px", "caption": "<type>"},
    "relationship.IN_SENTENCE": {"color": "#9AA0AA", "shaft_width": "1px", "caption": "<type>"},
    "relationship.DENOTES": {"color": "#B0803A", "shaft_width": "2px", "caption": "<type>"},
}


def _edge_rule(selector: str, *, color: str, shaft_width: str, caption: str) -> str:
    return _rule(
        selector,
        {
            "color": color,
            "shaft-width": shaft_width,
            "font-size": "8px",
            "padding": "3px",
            "text-color-external": "#7A808C",
            "text-color-internal": _WHITE,
            "caption": f"'{caption}'",
        },
    )


def _rule(selector: str, props: Mapping[str, str]) -> str:
    lines = "".join(f"  {name}: {value};\n" for name, value in props.items())
    return f"{selector} {{\n{lines}}}\n"


def _darker(color: str) -> str:
    channels = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(channel * 0.75):02X}" for channel in channels)


def main() -> None:
    """Run ``python -m bioloom_lab.maintenance.browser_style FILE``."""
    parser = argparse.ArgumentParser(description="Write the Neo4j Browser style.")
    parser.add_argument("file", type=Path, help="where it goes: cypher/browser/bioloom.grass")
    parser.parse_args().file.write_text(write_style(), encoding="utf-8")


if __name__ == "__main__":
    main()
