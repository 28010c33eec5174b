"""Lists and comparisons over notes without annotation, loaded as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.answering.pipeline import ask
from bioloom.graph.connection import Graph
from bioloom.pipeline import load
from bioloom.records import LoadOptions
from bioloom.settings import Settings

pytestmark = pytest.mark.integration

NOTES = {
    "organoids": """Immunofluorescence of kidney organoids

The blocking buffer is made of 5% donkey serum, 0.3% Triton X-100 and 0.05% sodium azide in PBS.
1. Fix the organoids in 4% PFA for 20 min.
2. Add the primary antibodies: anti-nephrin (1:200) and anti-LTL (1:300).
""",
    "sections": """Immunofluorescence of retina cryosections

1. Fix the sections in 4% PFA for 10 min.
2. Block with 10% goat serum for 1 h.
""",
}


def test_a_list_is_given_whole_and_a_comparison_opens_with_its_verdict(graph: Graph, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, text in NOTES.items():
        (folder / f"{name}.txt").write_text(text)
    settings = Settings(home=tmp_path / "home")
    load(folder, graph, settings, options=LoadOptions("protocols"), ground=False)
    listed = ask(graph, settings, "What is the blocking buffer for kidney organoids made of?")
    assert listed.short == ("5% donkey serum", "0.3% Triton X-100", "0.05% sodium azide")
    assert len(listed.citations) == 1
    compared = ask(graph, settings, "Is the fixation longer for the organoids than for the cryosections?")
    assert compared.short == ("20 min", "10 min")
    assert compared.answer.startswith("It is longer for the organoids: 20 min, against 10 min")
    assert compared.confidence == min(part.confidence for part in compared.parts)
