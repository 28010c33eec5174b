"""Conditions of a question on the properties of assertions."""

from __future__ import annotations

from typing import Any

import pytest

from bioloom.retrieval.property_conditions import narrow, open_conditions


def row(drug: str, **properties: object) -> dict[str, Any]:
    """Give an assertion that a drug treats asthma."""
    start, end = {"id": drug, "name": drug, "status": "approved" if drug == "A" else "new"}, {"id": "asthma"}
    edge = {"id": drug, "primary_knowledge_source": "infores:hub", **properties}
    return {"other": drug, "start": start, "end": end, "edge": edge, "names": ["asthma"], "named": ["asthma"]}


ROWS = [
    row("A", clinical_phase="Phase 3", ic50_nm=4.5, area=["lung", "skin"], orphan=True, rank=2),
    row("B", clinical_phase="Phase 2", ic50_nm="12", area=["skin"], orphan=False, rank=3),
    row("C", ic50_nm=900),
]


@pytest.mark.parametrize(
    ("question", "drugs"),
    [
        ("Which phase 3 drugs treat asthma?", "A"),
        ("Which approved drugs treat asthma?", "A"),
        ("Which drugs for the skin treat asthma?", "AB"),
        ("Which orphan drugs treat asthma?", "A"),
        ("Which drugs with an IC50 below 100 nM treat asthma?", "AB"),
        ("Which drugs with an ic50 of at least 12 nM treat asthma?", "BC"),
        ("Which drugs with an IC50 > 12 nM treat asthma?", "C"),
        ("Which skin drugs with an IC50 of less than 5 treat asthma?", "A"),
        ("Which drugs that are not in phase 3 treat asthma?", "B"),
        ("Which lung drugs in phase 2 treat asthma?", ""),
        ("Which drugs treat asthma according to the hub?", "ABC"),
    ],
)
def test_rows_that_fulfil_all_conditions_are_kept(question: str, drugs: str) -> None:
    narrowed = narrow(ROWS, open_conditions(question, ROWS))
    assert narrowed is not None
    assert "".join(row["other"] for row in narrowed.rows) == drugs
    assert all(row["stated"] for row in narrowed.rows)


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs treat asthma?",
        "Which phase 9 drugs treat asthma?",  # the name of a property alone is no condition,
        "Which 3 drugs treat asthma?",  # nor is a number without one
        "Which withdrawn drugs treat asthma?",
        "Which drugs treat asthma within 2 weeks?",
    ],
)
def test_what_no_property_fulfils_is_no_condition(question: str) -> None:
    assert narrow(ROWS, open_conditions(question, ROWS)) is None


def test_words_of_names_are_no_conditions() -> None:
    rows = [{**each, "named": ["asthma", "jak 2"], "names": ["jak 2"]} for each in ROWS]
    assert open_conditions("Which drugs in phase 2 inhibit JAK2?", rows).words == ("phase", "2")


def test_the_property_is_shown_with_its_unit() -> None:
    narrowed = narrow(ROWS, open_conditions("Which drugs with an IC50 of at least 100 nM?", ROWS))
    assert narrowed is not None
    assert [row["stated"] for row in narrowed.rows] == [["ic50 900 nm"]]
