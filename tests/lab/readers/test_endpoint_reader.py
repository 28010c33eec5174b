"""A reader of labels against an endpoint with and without log-probabilities."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from bioloom.errors import ModelUnavailable, UsageError
from bioloom.extraction.triples.instruction import Guide
from bioloom.llm import Patience
from bioloom.settings import Settings
from bioloom_lab.readers.endpoint_reader import open_endpoint_reader, parse_label
from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.label_log_probabilities import DOUBT, weigh_tokens
from bioloom_lab.readers.selection import open_reader
from bioloom_lab.readers.weighed_form import ReplyToken
from model_endpoint import Endpoint

QUICK = Patience(total=30.0, call=30.0, first_wait=0.01, attempts=2)
GUIDE = Guide("relation", ("TREATS", "INHIBITS", "INTERACTS_WITH", "none"))
LABELS = ("TREATS", "INHIBITS", "PROCESS_OF")
ASKED = [
    LabelQuestion("aspirin eased the pain.", (0, 7), (18, 22)),
    LabelQuestion("aspirin blocks cox.", (0, 7), (15, 18), document="was blocked by = inhibits"),
]


@pytest.fixture
def model(endpoint: Endpoint, tmp_path: Path) -> Settings:
    return endpoint.settings.model_copy(update={"cache": tmp_path / "cache"})


def token(text: str, weight: float, **others: float) -> ReplyToken:
    return ReplyToken(
        text, math.log(weight), {name: math.log(each) for name, each in {text: weight, **others}.items()}
    )


def test_labels_weigh_what_the_tokens_do_where_they_part() -> None:
    said = [
        token("IN", 0.5, TRE=0.2, None_=0.1, What=0.2),
        token("HIBITS", 0.8, TERACTS=0.2),
        token(".", 1.0),
    ]
    said[0] = ReplyToken("IN", said[0].weight, {**said[0].alternatives, "None": math.log(0.1)})
    row = weigh_tokens(said, GUIDE)
    assert row is not None
    # TREATS 0.2, INHIBITS 0.5 * 0.8, INTERACTS_WITH 0.5 * 0.2, none 0.1; What and None_ belong to no label
    assert np.exp(row) == pytest.approx(np.array([0.2, 0.4, 0.1, 0.1]) / 0.8, abs=1e-3)
    assert np.exp(row).sum() == pytest.approx(1.0)


def test_an_alternative_that_several_labels_begin_with_is_shared() -> None:
    row = weigh_tokens([token("TREATS", 0.6, I=0.4)], GUIDE)
    assert row is not None
    assert np.exp(row) == pytest.approx([0.6, 0.2, 0.2, 0.0], abs=1e-3)


def test_tokens_of_no_label_give_nothing() -> None:
    assert weigh_tokens([token("Well", 0.9, Hm=0.1)], GUIDE) is None
    assert weigh_tokens([], GUIDE) is None


def test_a_label_that_another_begins_with_is_told_apart() -> None:
    guide = Guide("relation", ("int", "int_other"))
    row = weigh_tokens([token("int", 1.0), token("_other", 0.3, **{"\n": 0.7})], guide)
    assert row is not None
    assert np.exp(row) == pytest.approx([0.7, 0.3], abs=1e-3)
    short = weigh_tokens([token("int", 1.0)], guide)
    assert short is not None
    assert np.exp(short) == pytest.approx([1.0, 0.0], abs=1e-3)


def test_log_probabilities_are_used_where_they_are_given(endpoint: Endpoint, model: Settings) -> None:
    endpoint.answer = lambda user: "INHIBITS" if "cox" in user else "TREATS"
    endpoint.weights = lambda reply: [
        (reply, math.log(0.75), {reply: math.log(0.75), "None": math.log(0.25)})
    ]
    reader = open_endpoint_reader(model, GUIDE, patience=QUICK)
    assert re.fullmatch(r"llm:tiny:relation-logprobs@[0-9a-f]{8}", reader.name)
    found = np.exp(reader.likelihoods(ASKED))
    assert found == pytest.approx(np.array([[0.75, 0, 0, 0.25], [0, 0.75, 0, 0.25]]), abs=1e-3)
    assert found.sum(axis=1) == pytest.approx(1.0, abs=1e-4)
    asked = len(endpoint.requests)
    assert np.exp(reader.likelihoods(ASKED)) == pytest.approx(found)
    assert len(endpoint.requests) == asked  # kept on disk
    assert endpoint.requests[-1]["top_logprobs"] == 20


@pytest.mark.parametrize("refuses", [False, True])
def test_without_them_the_answer_counts_and_the_name_says_so(
    endpoint: Endpoint, model: Settings, refuses: bool
) -> None:
    endpoint.refuses_form = refuses
    endpoint.answer = lambda user: "interacts with" if "cox" in user else "None"
    reader = open_reader("llm", model, labels=GUIDE.labels, scheme=None)
    assert reader.name.startswith("llm:tiny:relation-answer@")
    found = np.exp(reader.likelihoods(ASKED))
    rest = DOUBT / 3
    assert found == pytest.approx(np.array([[rest, rest, rest, 1 - DOUBT], [rest, rest, 1 - DOUBT, rest]]))
    shown = endpoint.requests[-1]["messages"]
    assert [said["role"] for said in shown] == ["system", "user"]
    users = [asked["messages"][1]["content"] for asked in endpoint.requests]
    assert any("was blocked by = inhibits" in user for user in users)


def test_an_unreadable_answer_says_nothing(endpoint: Endpoint, model: Settings) -> None:
    endpoint.answer = lambda user: "Who knows" if "cox" in user else "TREATS"
    reader = open_endpoint_reader(model, GUIDE, patience=QUICK, lasting=False)
    found = np.exp(reader.likelihoods(ASKED))
    assert found[0, 0] == pytest.approx(1 - DOUBT)
    assert found[1] == pytest.approx(0.25)
    assert reader.unread == 1


def test_a_reader_needs_a_model_that_is_there(endpoint: Endpoint, model: Settings) -> None:
    with pytest.raises(UsageError, match="BIOLOOM_LLM_URL"):
        open_reader("llm", Settings(), labels=LABELS)
    with pytest.raises(UsageError, match="no reader called"):
        open_reader("oracle", model, labels=LABELS)
    endpoint.replies = [500]
    with pytest.raises(ModelUnavailable):
        open_endpoint_reader(model, GUIDE, patience=QUICK)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("TREATS", "TREATS"),
        ("`interacts with`.", "INTERACTS_WITH"),
        ("Relation: product-of\nbecause", "PRODUCT-OF"),
        ("<think>TREATS</think>\nINTERACTS_WITH", "INTERACTS_WITH"),
        ("It treats.", None),
        ("", None),
    ],
)
def test_labels_are_read(text: str, label: str | None) -> None:
    assert parse_label(text, Guide("relation", ("TREATS", "INTERACTS_WITH", "PRODUCT-OF"))) == label
