"""The page of the cookbook is what its generator writes."""

import json
from pathlib import Path

from bioloom_lab.maintenance.cookbook_page import cookbook_page

ROOT = Path(__file__).parents[3]


def test_the_page_of_the_cookbook_is_fresh() -> None:
    written = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
    measured = json.loads((ROOT / "docs" / "results" / "bench" / "cookbook.json").read_text(encoding="utf-8"))
    assert written == cookbook_page(measured), "run: make docs"
