"""What the papers print, and what does not fit in it."""

from __future__ import annotations

import pytest

from bioloom_lab.evaluation.triples.published import PublishedTriples, published


def of(
    task: str, data: str, system: str, kind: str = "printed", source: str = "BiomedRAG"
) -> PublishedTriples:
    (found,) = (
        row for row in published(task, data) if (row.system, row.kind, row.source) == (system, kind, source)
    )
    return found


@pytest.mark.parametrize("data", ["git", "ddi", "chemprot"])
def test_the_columns_of_onerel_are_shifted_and_stand_as_printed_and_as_corrected(data: str) -> None:
    printed, corrected = (of("triples", data, "OneRel", kind).metrics for kind in ("printed", "corrected"))
    assert corrected["f1"] == printed["precision"]
    harmonic = (
        2 * corrected["precision"] * corrected["recall"] / (corrected["precision"] + corrected["recall"])
    )
    assert harmonic == pytest.approx(corrected["f1"], abs=0.0001)


def test_every_f1_follows_from_precision_and_recall_or_a_remark_says_that_it_does_not() -> None:
    for task in ("triples", "re"):
        for row in published(task):
            if {"precision", "recall"} <= row.metrics.keys() and not row.remark:
                p, r = row.metrics["precision"], row.metrics["recall"]
                assert row.metrics["f1"] == pytest.approx(2 * p * r / (p + r), abs=0.006), row


def test_the_headlines() -> None:
    assert of("triples", "git", "LLaMA2 13B + BiomedRAG").metrics["f1"] == 0.8142
    assert of("re", "git", "BERT").metrics["f1"] == 0.8625
    assert "same" in of("triples", "ddi", "LLaMA2 13B").remark
