"""The page of the architecture: its walks are those that the code is traced and read for."""

import re
from pathlib import Path

from load_walk import WALK

PAGE = (Path(__file__).parents[3] / "docs" / "architecture.md").read_text(encoding="utf-8")


def walk_of(heading: str) -> list[str]:
    """Give the functions of the numbered table below a heading."""
    part = PAGE.split(f"## {heading}")[1].split("\n## ")[0]
    return re.findall(r"^\| \d+ \| `([\w.]+)` \|", part, flags=re.M)


def test_the_walk_of_a_record_is_the_traced_one() -> None:
    written = walk_of("A record into the graph")
    assert len(written) == len(WALK) <= 17
    for short, dotted in zip(written, WALK, strict=True):
        assert dotted.endswith(f".{short}"), (short, dotted)


def test_the_walk_of_a_question_has_at_most_fourteen_functions() -> None:
    written = walk_of("A question to its answer")
    source = (Path(__file__).parents[2] / "unit" / "test_ask_walk.py").read_text(encoding="utf-8")
    assert len(written) == 14
    for short in written:
        assert f'{short}"' in source, short
