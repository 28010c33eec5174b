"""The suite of link prediction: measures by hand, ceilings, and the whole of it on a small farm."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bioloom.embedding import open_encoder
from bioloom_lab.evaluation.link_prediction import ceilings, evaluate_links, overlap, score_links
from bioloom_lab.evaluation.split_files import published_links
from bioloom_lab.link_prediction.questions import NamedLink, read_links

ASKED = [NamedLink("a", "s", "b"), NamedLink("c", "r", "d"), NamedLink("c", "new", "d")]
KNOWN = [NamedLink("a", "r", "b")]


def test_known_relations_are_no_answers_and_unknown_ones_no_rank() -> None:
    scores = np.array([[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.2, 0.5, 0.3]])
    found = score_links(scores, ASKED, KNOWN, ["r", "s", "t"])
    values = {name: each.value for name, each in found.items()}
    assert values["raw"] == 0
    assert values["accuracy"] == pytest.approx(1 / 3)
    assert values["mrr"] == pytest.approx((1 + 1 / 3 + 0) / 3)
    assert values["hits@3"] == values["hits@10"] == pytest.approx(2 / 3)


def test_equal_scores_are_not_a_right_answer() -> None:
    found = score_links(np.zeros((1, 2)), [NamedLink("a", "r", "b")], [], ["r", "s"])
    assert found["accuracy"].value == 0
    assert found["mrr"].value == pytest.approx(1 / 1.5)


def test_ceilings_count_questions_and_what_else_holds() -> None:
    assert ceilings(ASKED, KNOWN) == {"accuracy": round(2 / 3, 4), "raw": 0.5}
    assert overlap(ASKED, KNOWN) == {
        "pair_known_with_another_relation": 1,
        "both_names_known": 1,
        "known_already": 0,
    }


def test_every_method_is_scored_and_the_draws_have_a_spread(data: Path) -> None:
    farm = data / "links" / "farm"
    steps: list[tuple[int, int]] = []
    report = evaluate_links(
        read_links(farm / "dev.tsv"),
        read_links(farm / "train.tsv"),
        open_encoder(str(data / "encoder")),
        data="UMLS",
        on_progress=lambda done, of: steps.append((done, of)),
    )
    assert {"the commonest relation", "memory only, KNN-1", "profiles only", "model + memory"} <= {
        *report.rows
    }
    assert (
        report.rows["profiles only"]["accuracy"].value
        > report.rows["the commonest relation"]["accuracy"].value
    )
    assert report.rows["model + memory"]["accuracy"].value >= 0.8
    (spread,) = report.spread.values()
    assert spread["accuracy"][0] > 0.5
    assert spread["accuracy"][1] >= 0
    assert report.counts["known_already"] == 0
    assert steps[-1][0] < steps[-1][1]
    assert report.published["LLaMA2 13B + BiomedRAG"] == {"raw": 0.598}


def test_published_figures_are_those_of_the_sources() -> None:
    assert published_links("ADE")["MedLLaMA 13B + BiomedRAG"] == {"accuracy": 0.9989}
    assert published_links("adint")["RA-KNN"] == {"raw": 0.6277}
    assert "RA-KNN" not in published_links("ade")
    assert published_links("farm") == {}
