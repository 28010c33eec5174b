"""Judged claims are read line by line, and a line that cannot be is named."""

from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom_lab.evaluation.rejection import read_judged

GOLD = Path(__file__).parents[2] / "data" / "standardization" / "rejection_dev.jsonl"


def test_the_gold_set_is_read_whole() -> None:
    claims = read_judged(GOLD)
    assert len(claims) == 290
    assert sum(claim.refused for claim in claims) == 160
    assert all(claim.reason for claim in claims if claim.refused)
    assert not any(claim.predicate for claim in claims if claim.refused)


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(GOLD.read_text(encoding="utf-8").splitlines()[0] + '\n{"subject": 1}\n', encoding="utf-8")
    with pytest.raises(SourceError, match="2"):
        read_judged(path)
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(SourceError, match="no claims"):
        read_judged(path)
