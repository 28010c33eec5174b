"""The sets labelled by reading are whole: counts, fields, and ends that stand in their sentence."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bioloom.biolink import model

GOLD = Path(__file__).parents[2] / "data" / "standardization"
SOURCES = ("ade:", "biored:", "chemprot:", "covidqa:", "ddi:", "git:", "pubmedqa:")


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLD / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", ["negation_dev.jsonl", "rejection_dev.jsonl"])
def test_every_end_stands_in_its_sentence(name: str) -> None:
    claims = rows(name)
    assert len({claim["id"] for claim in claims}) == len(claims)
    ends = [(claim["text"], claim["subject"], claim["relationship"], claim["object"]) for claim in claims]
    assert len(set(ends)) == len(ends)
    for claim in claims:
        assert claim["subject"] in claim["text"], claim["id"]
        assert claim["object"] in claim["text"], claim["id"]
        assert claim["subject"] != claim["object"], claim["id"]
        assert claim["relationship"].strip(), claim["id"]
        assert claim["source"].startswith(SOURCES), claim["id"]
        assert "  " not in claim["text"], claim["id"]


def test_the_negation_set_holds_every_kind() -> None:
    claims = rows("negation_dev.jsonl")
    kinds = Counter(claim["kind"] for claim in claims)
    assert len(claims) >= 320
    assert kinds["explicit"] >= 80
    assert kinds["implicit"] >= 35
    assert kinds["comparative"] >= 20
    assert set(kinds) == {"explicit", "implicit", "comparative", None}
    for claim in claims:
        assert claim["negated"] is (claim["kind"] is not None), claim["id"]
        assert (claim["cue"] is not None) is claim["negated"], claim["id"]
        assert (claim["cue"] or "").lower() in claim["text"].lower(), claim["id"]
    assert 0.4 < sum(claim["negated"] for claim in claims) / len(claims) < 0.5


def test_about_half_of_the_rejection_set_is_to_be_refused() -> None:
    claims = rows("rejection_dev.jsonl")
    gold = Counter(claim["gold"] for claim in claims)
    reasons = {claim.get("reason") for claim in claims if claim["gold"] == "NONE"}
    assert len(claims) >= 220
    assert set(gold) == {"NONE", "RELATION"}
    assert 0.45 < gold["NONE"] / len(claims) < 0.6
    assert reasons == {"ADMINISTRATIVE", "METHODOLOGICAL", "NOMENCLATURE", "REPORTING", "NO_RELATION"}
    assert not any("reason" in claim for claim in claims if claim["gold"] == "RELATION")
    assert not any("predicate" in claim for claim in claims if claim["gold"] == "NONE")


def test_every_named_predicate_is_of_the_pinned_release() -> None:
    named = {claim["predicate"] for claim in rows("rejection_dev.jsonl") if "predicate" in claim}
    assert named
    assert named <= set(model().predicates())
