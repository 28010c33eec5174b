"""The claim gate keeps what a sentence states, and says how surely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bioloom.extraction.triples.claim_gate import (
    UNSTATED,
    UNSTATED_AT_MOST,
    ClaimGate,
    claim_features,
    settle_contradictions,
    weigh_claims,
)
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence
from bioloom.settings import Settings

PLACE = Place("abstracts.tsv", 2)


def read(
    text: str, subject: str, relation: str, object_: str, confidence: float | None = 0.5
) -> AnnotatedDocument:
    """Make a document of one sentence as the local model would have read it."""
    document = Document("x:1", "", text, "abstract", "infores:x", PLACE)
    names = [("T1", subject, "ChemicalEntity"), ("T2", object_, "DiseaseOrPhenotypicFeature")]
    mentions = tuple(
        Mention(id_, "x:1#s0", name, text.index(name), text.index(name) + len(name), kind, confidence=0.9)
        for id_, name, kind in names
    )
    return AnnotatedDocument(
        document,
        (Sentence("x:1#s0", "x:1", 0, text, 0, len(text)),),
        mentions,
        (Relation("T1", relation, "T2", PLACE, confidence=confidence),),
        scheme="biored",
        agent_type="text_mining_agent",
        extractor="toy:1",
    )


class Toy:
    """Extractor that finds what it was given."""

    name, scheme, kinds = "toy:1", "biored", frozenset({"abstract"})

    def __init__(self, *found: AnnotatedDocument) -> None:
        self.found = found

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Give what was found."""
        return list(self.found)


def plain(document: AnnotatedDocument) -> AnnotatedDocument:
    """Take what was found out of a document."""
    return replace(document, mentions=(), relations=(), scheme=None, extractor=None)


STATED = read("Aspirin reduces fever in mice.", "Aspirin", "Negative_Correlation", "fever")


@pytest.mark.parametrize(
    ("text", "subject", "relation", "object_"),
    [
        ("Aspirin increases fever in mice.", "Aspirin", "Negative_Correlation", "fever"),
        ("Aspirin did not reduce fever in mice.", "Aspirin", "Negative_Correlation", "fever"),
        ("We examined whether aspirin reduces fever.", "aspirin", "Negative_Correlation", "fever"),
        ("Does aspirin reduce fever?", "aspirin", "Negative_Correlation", "fever"),
        ("Cells took up aspirin, fever was seen later.", "aspirin", "Negative_Correlation", "fever"),
        ("The hay fever lasted as aspirin reduces fever.", "hay fever", "Negative_Correlation", "fever"),
        ("Effects of aspirin and fever on reduced growth.", "aspirin", "Association", "fever"),
        ("Aspirin reduces fever-1 expression in mice.", "Aspirin", "Negative_Correlation", "fever"),
    ],
    ids=["direction", "denied", "aim", "question", "no word", "one name", "coordinated", "cut name"],
)
def test_what_a_sentence_does_not_state_is_less_sure(
    text: str, subject: str, relation: str, object_: str
) -> None:
    (sure,) = weigh_claims(STATED)
    (unsure,) = weigh_claims(read(text, subject, relation, object_))
    assert (unsure.confidence or 0.0) < (sure.confidence or 0.0) - 0.05


@pytest.mark.parametrize(
    ("text", "subject", "object_", "stated"),
    [
        ("It is unclear whether melatonin lowers hypertension.", "melatonin", "hypertension", False),
        ("It is not known if melatonin lowers hypertension.", "melatonin", "hypertension", False),
        ("Melatonin lowers hypertension; it is unclear how.", "Melatonin", "hypertension", True),
        ("We asked whether sleep helps, and found that melatonin lowers pain.", "melatonin", "pain", True),
        ("Two patients developed hepatitis after treatment with isoniazid.", "isoniazid", "hepatitis", False),
        ("Lupus followed long-term treatment with hydralazine.", "hydralazine", "Lupus", False),
        ("Lupus resolved after treatment with methotrexate.", "methotrexate", "Lupus", True),
    ],
)
def test_neither_a_question_nor_what_a_treatment_brought_is_a_lowering(
    text: str, subject: str, object_: str, stated: bool
) -> None:
    """However sure the network is."""
    weighed = next(weigh_claims(read(text, subject, "Negative_Correlation", object_, 0.99)))
    assert weighed.confidence is not None
    assert (weighed.confidence > UNSTATED_AT_MOST) == stated


@pytest.mark.parametrize(
    ("text", "object_", "stated"),
    [
        ("Falls occurred in 3 (2.8%) given zoledronate and in 11 (10.4%) given placebo.", "Falls", False),
        ("Falls were more with zoledronate (31%) than with placebo (9%).", "Falls", True),
        ("Falls increased with zoledronate (31%) and not with placebo (9%).", "Falls", True),
        ("Falls were caused by zoledronate.", "Falls", True),
    ],
)
def test_what_only_counts_two_groups_states_no_rise(text: str, object_: str, stated: bool) -> None:
    weighed = next(weigh_claims(read(text, "zoledronate", "Positive_Correlation", object_, 0.99)))
    assert weighed.confidence is not None
    assert (weighed.confidence > UNSTATED_AT_MOST) == stated


@pytest.mark.parametrize(
    ("text", "subject", "relation", "object_"),
    [
        ("Ginger may reduce nausea.", "Ginger", "Negative_Correlation", "nausea"),
        ("Ginger-induced sleep reduced nausea.", "Ginger", "Negative_Correlation", "nausea"),
        ("Ginger was found in glioma cells.", "Ginger", "Association", "glioma"),
        ("A derivative of ginger reduced nausea.", "ginger", "Negative_Correlation", "nausea"),
        ("Ginger and nausea were assessed by interview.", "Ginger", "Association", "nausea"),
    ],
)
def test_what_names_both_ends_and_does_not_state_the_claim_is_capped(
    text: str, subject: str, relation: str, object_: str
) -> None:
    weighed = next(weigh_claims(read(text, subject, relation, object_, 0.99)))
    assert weighed.confidence is not None
    assert weighed.confidence <= UNSTATED_AT_MOST


@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [(0.9, 0.7, (0.9, UNSTATED_AT_MOST)), (0.8, 0.8, (UNSTATED_AT_MOST,) * 2), (0.9, 0.2, (0.9, 0.2))],
    ids=["likelier", "neither", "already low"],
)
def test_one_sentence_does_not_say_both_directions(one: float, other: float, kept: tuple[float, ...]) -> None:
    first = replace(STATED.relations[0], confidence=one)
    second = replace(first, subject="T2", predicate="Positive_Correlation", object="T1", confidence=other)
    settled = settle_contradictions((first, second), STATED.mentions)
    assert tuple(relation.confidence for relation in settled) == kept


def test_the_same_direction_twice_or_an_association_contradicts_nothing() -> None:
    first = STATED.relations[0]
    others = (replace(first, confidence=0.9), replace(first, predicate="Association", confidence=0.9))
    unsure = replace(first, predicate="Positive_Correlation", confidence=None)
    relations = (first, *others, unsure)
    assert settle_contradictions(relations, STATED.mentions) == relations


def test_claims_below_the_least_confidence_are_left_out_and_counted() -> None:
    asked = read("We examined whether aspirin reduces fever.", "aspirin", "Negative_Correlation", "fever")
    gate = ClaimGate(Toy(STATED, asked), 0.55)
    kept, left = gate.extract([plain(STATED), plain(asked)])
    assert [relation.predicate for relation in kept.relations] == ["Negative_Correlation"]
    assert kept.skips == ()
    assert str(kept.extractor).startswith("toy:1+claims@")
    assert left.relations == ()
    assert left.mentions == asked.mentions
    assert [(skip.reason, skip.count) for skip in left.skips] == [(UNSTATED, 1)]


def test_without_a_least_confidence_all_claims_pass_each_with_its_own() -> None:
    asked = read("We examined whether aspirin reduces fever.", "aspirin", "Negative_Correlation", "fever")
    (found,) = ClaimGate(Toy(asked), 0.0).extract([plain(asked)])
    assert len(found.relations) == 1
    assert found.relations[0].confidence != asked.relations[0].confidence


def test_another_threshold_is_another_extractor() -> None:
    assert ClaimGate(Toy(), 0.5).name != ClaimGate(Toy(), 0.6).name
    assert Settings(claim_confidence=0.7).claim_confidence == 0.7


def test_what_has_no_confidence_or_another_scheme_passes_as_it_is() -> None:
    annotated = read("Aspirin increases fever.", "Aspirin", "Negative_Correlation", "fever", None)
    assert tuple(weigh_claims(annotated)) == annotated.relations
    protocol = replace(STATED, scheme="wlp")
    assert ClaimGate(Toy(protocol), 0.99).extract([plain(protocol)]) == [protocol]
    assert ClaimGate(Toy(STATED), 0.99).extract([STATED]) == [STATED]


def test_features_are_read_off_the_phrase_and_the_names() -> None:
    features = claim_features(
        STATED.relations[0], STATED.mentions[0], STATED.mentions[1], STATED.sentences[0]
    )
    told = {name for name, value in features.items() if value == 1.0}
    assert told == {"direction_agrees"}
