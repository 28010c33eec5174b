"""Weights of the claim gate: made of judged claims, and better than nothing on other documents."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bioloom.errors import SourceError
from bioloom.extraction.triples.claim_gate import WEIGHTS
from bioloom.resources import read_table
from bioloom_lab.training.claim_gate import cross_validate, fit_gate, main, read_claims

CLAIMS = Path(__file__).parents[2] / "data" / "claims" / "judged_train.jsonl"


def test_the_shipped_weights_are_those_that_the_claims_give() -> None:
    shipped = {row["feature"]: float(row["weight"]) for row in read_table(WEIGHTS)}
    assert fit_gate(read_claims(CLAIMS)) == pytest.approx(shipped, abs=0.002)


def test_claims_of_documents_that_were_not_learnt_are_told_apart() -> None:
    claims = read_claims(CLAIMS)
    right, chances = np.array([claim.right for claim in claims]), cross_validate(claims)
    pairs = chances[right][:, None] > chances[~right][None, :]
    assert pairs.mean() > 0.7


def test_a_threshold_keeps_fewer_claims_and_more_of_them_right() -> None:
    rows = [line.split("\t") for line in main([str(CLAIMS), "--cross-validate"]).splitlines()[1:]]
    table = {float(row[0]): (int(row[1]), float(row[3])) for row in rows}
    assert table[0.0][0] == 450
    assert table[0.55][0] < table[0.4][0] < table[0.0][0]
    assert table[0.55][1] > 0.7 > table[0.4][1] > table[0.0][1]


def test_the_shipped_gate_keeps_most_that_another_reader_found_right() -> None:
    rows = main([str(CLAIMS.with_name("judged_second.jsonl")), "--shipped"]).splitlines()[1:]
    shares = {float(cells[0]): tuple(map(float, cells[3:])) for cells in map(str.split, rows)}
    assert shares[0.0] == (0.601, 1.0)
    assert shares[0.6] > (0.78, 0.0)
    assert shares[0.6][1] > 0.95


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.jsonl").write_text('{"text": "x"}\n')
    with pytest.raises(SourceError, match="no judged claim"):
        read_claims(tmp_path / "other.jsonl")
