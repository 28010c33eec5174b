"""The page of the architecture: its walks are those that the code is traced and read for."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from ask_walk import WALKS
from load_walk import WALK

PAGE = (Path(__file__).parents[3] / "docs" / "architecture.md").read_text(encoding="utf-8")


def walk_of(heading: str) -> list[str]:
    """Give the functions of the numbered table below a heading."""
    part = PAGE.split(f"## {heading}")[1].split("\n## ")[0]
    return re.findall(r"^\| \d+ \| `([\w.]+)` \|", part, flags=re.M)


@pytest.mark.parametrize(
    ("heading", "walk"),
    [("A record into the graph", WALK), ("A question to its answer", WALKS["a question about a step"])],
)
def test_a_walk_on_the_page_is_the_one_that_is_traced_or_read(heading: str, walk: Sequence[str]) -> None:
    written = walk_of(heading)
    assert len(written) == len(walk) <= 17
    for short, dotted in zip(written, walk, strict=True):
        assert dotted in {short, f"bioloom.{short}"}
