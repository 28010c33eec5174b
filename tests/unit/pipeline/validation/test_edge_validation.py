"""Edges and claims that hold free phrases: mapped in batches, refused with a reason, never lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bioloom.biolink import model
from bioloom.described_ids import DescribedIds
from bioloom.errors import ModelUnavailable
from bioloom.graph.writing.pending_batch import account, assume_written
from bioloom.pipeline.validation.batch_builder import BatchBuilder
from bioloom.pipeline.validation.edge_validation import EdgeValidator, PhraseMapper, SourceRelation, ValidEdge
from bioloom.records import (
    Candidate,
    Claim,
    LoadOptions,
    Place,
    Reject,
    SourceClaim,
    SourceEdge,
    SourceNode,
    Standardized,
    Value,
)
from bioloom.records.record_serialization import parse_record, serialize_record

OPTIONS = LoadOptions(primary_knowledge_source="infores:toy")
FULL = LoadOptions(None, "infores:toy", "not_provided", "not_provided")
ABSTRACT = "We gave haloperidol to six men. Haloperidol did not lower prolactin."
PLACE = Place("c.jsonl", 1)


class Written:
    """Answers by a small table and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[Claim]] = []
        self.down = False

    def __call__(self, claims: Sequence[Claim]) -> tuple[Standardized, ...]:
        if self.down:
            raise ModelUnavailable("the model went away")
        self.asked.append(list(claims))
        return tuple(self.answer(claim) for claim in claims)

    def answer(self, claim: Claim) -> Standardized:
        candidate = (Candidate("decreases abundance of", "biolink:affects", 0.9),)
        qualifiers = {
            "qualified_predicate": "biolink:causes",
            "object_aspect_qualifier": "abundance",
            "object_direction_qualifier": "decreased",
        }
        if "lower" in claim.relationship:
            return Standardized(
                "biolink:affects",
                0.9,
                "table 1",
                qualifiers,
                negated="not" in claim.relationship,
                swapped="by" in claim.relationship.split(),
                candidates=candidate,
            )
        return Standardized(None, 0.0, "table 1", reason="ADMINISTRATIVE")


def claim(relationship: str = "lowers", **stated: str) -> SourceClaim:
    plain = SourceClaim("Haloperidol", relationship, "prolactin", PLACE, ABSTRACT)
    return replace(plain, **stated)  # type: ignore[arg-type]


def edge(predicate: str, properties: dict[str, Value] | None = None) -> SourceEdge:
    return SourceEdge("A:1", predicate, "B:2", PLACE, properties or {})


def admit(*relations: SourceRelation, options: LoadOptions = OPTIONS) -> list[ValidEdge | Reject]:
    return EdgeValidator(options, model(), PhraseMapper(Written)).validate_all(relations)


def one(relation: SourceRelation, options: LoadOptions = OPTIONS) -> ValidEdge:
    (found,) = admit(relation, options=options)
    assert isinstance(found, ValidEdge), found
    return found


def refused(relation: SourceRelation, options: LoadOptions = OPTIONS) -> Reject:
    (found,) = admit(relation, options=options)
    assert isinstance(found, Reject), found
    return found


def test_a_claim_becomes_an_edge_with_all_that_was_said() -> None:
    found = one(claim("does not lower", subject_category="small molecule"))
    assertion = found.assertion
    assert (assertion.subject, assertion.predicate, assertion.object) == (
        "bioloom:small-molecule.haloperidol",
        "biolink:affects",
        "bioloom:thing.prolactin",
    )
    assert assertion.negated
    assert assertion.qualifiers["object_direction_qualifier"] == "decreased"
    assert (assertion.knowledge_level, assertion.agent_type) == ("not_provided", "text_mining_agent")
    assert assertion.properties == {
        "original_predicate": "does not lower",
        "original_subject": "Haloperidol",
        "original_object": "prolactin",
        "supporting_text": ("Haloperidol did not lower prolactin.",),
        "predicate_mapped_by": "table 1",
        "predicate_score": 0.9,
        "predicate_candidates": ("decreases abundance of 0.9000",),
    }
    assert [end.categories for end in found.named] == [("biolink:SmallMolecule",), ("biolink:NamedThing",)]
    assert [end.name for end in found.named] == ["haloperidol", "prolactin"]


def test_ends_that_change_places_keep_the_names_of_the_source() -> None:
    assertion = one(claim("is lowered by", subject_id="A:1", object_id="B:2")).assertion
    assert (assertion.subject, assertion.object) == ("B:2", "A:1")
    assert assertion.properties["original_subject"] == "Haloperidol"


def test_what_the_user_states_comes_before_what_claims_are_taken_for() -> None:
    assertion = one(claim(), options=FULL).assertion
    assert (assertion.knowledge_level, assertion.agent_type) == ("not_provided", "not_provided")


@pytest.mark.parametrize(
    ("relation", "code", "stage"),
    [
        (claim("was given to"), "ADMINISTRATIVE", "map"),
        (SourceClaim("", "lowers", "x", PLACE), "MISSING_SUBJECT", "validate"),
        (SourceClaim("x", "lowers", " ", PLACE), "MISSING_OBJECT", "validate"),
        (SourceClaim("...", "lowers", "x", PLACE), "BAD_NAME", "validate"),
        (SourceClaim("a\x00b", "lowers", "x", PLACE), "BAD_NAME", "validate"),
        (SourceClaim("a" * 1001, "lowers", "x", PLACE), "BAD_NAME", "validate"),
        (claim(subject_category="Schlagwort"), "UNKNOWN_CATEGORY", "validate"),
        (claim(subject_id="no curie"), "BAD_CURIE", "validate"),
    ],
)
def test_what_may_not_enter_is_told_and_kept_whole(relation: SourceClaim, code: str, stage: str) -> None:
    found = refused(relation)
    assert (found.code, found.stage) == (code, stage)
    assert parse_record(found.record, PLACE) == relation


def test_a_claim_without_a_source_is_refused_and_can_be_replayed() -> None:
    found = refused(claim(), options=LoadOptions())
    assert found.code == "MISSING_PRIMARY_SOURCE"
    assert parse_record(found.record, PLACE) == claim()


def test_only_phrases_are_asked_about_and_all_of_a_batch_at_once() -> None:
    written = Written()
    admission = EdgeValidator(
        FULL, model(), PhraseMapper(lambda: written), lambda ids: {"A:1": ("biolink:Gene",)}
    )
    relations = [edge("biolink:treats"), edge("lowers"), edge("biolink:foo"), edge("is_lowered_by")]
    found = admission.validate_all(relations)
    assert [type(one) for one in found] == [ValidEdge, ValidEdge, Reject, ValidEdge]
    assert written.asked == [
        [
            Claim("A:1", "lowers", "B:2", "", ("biolink:Gene",), ()),
            Claim("A:1", "is lowered by", "B:2", "", ("biolink:Gene",), ()),
        ]
    ]
    swapped = found[3]
    assert isinstance(swapped, ValidEdge)
    assert (swapped.assertion.subject, swapped.assertion.properties["original_subject"]) == ("B:2", "A:1")
    assert swapped.assertion.properties["original_predicate"] == "is_lowered_by"


def test_the_standardizer_is_opened_for_the_first_phrase_only() -> None:
    opened: list[Written] = []

    def open_() -> Written:
        opened.append(Written())
        return opened[-1]

    admission = EdgeValidator(FULL, model(), PhraseMapper(open_))
    admission.validate_all([edge("biolink:treats"), edge("SEMMEDDB:TREATS"), edge("increases abundance of")])
    assert opened == []
    admission.validate_all([edge("lowers")])
    admission.validate_all([edge("lowers")])
    assert len(opened) == 1


def test_without_a_model_nothing_is_mapped_and_nothing_is_lost() -> None:
    def broken() -> Written:
        raise ModelUnavailable("the weights are cut short")

    found = EdgeValidator(FULL, model(), PhraseMapper(broken)).validate_all(
        [edge("lowers"), edge("biolink:treats")]
    )
    assert isinstance(found[0], Reject)
    assert (found[0].code, found[0].stage) == ("MODEL_UNAVAILABLE", "map")
    assert "the weights are cut short" in found[0].message
    assert isinstance(found[1], ValidEdge)


def test_a_model_that_goes_away_costs_its_batch_only() -> None:
    written = Written()
    admission = EdgeValidator(FULL, model(), PhraseMapper(lambda: written))
    written.down = True
    (lost,) = admission.validate_all([edge("lowers")])
    assert isinstance(lost, Reject)
    assert lost.code == "MODEL_UNAVAILABLE"
    written.down = False
    assert isinstance(admission.validate_all([edge("lowers")])[0], ValidEdge)


def test_switched_off_phrases_are_unknown_predicates() -> None:
    (found,) = EdgeValidator(FULL, model()).validate_all([edge("lowers")])
    assert isinstance(found, Reject)
    assert (found.code, found.stage) == ("UNKNOWN_PREDICATE", "validate")


def test_the_text_of_an_edge_counts_where_it_names_the_ends() -> None:
    written = Written()
    admission = EdgeValidator(FULL, model(), PhraseMapper(lambda: written))
    text: dict[str, Value] = {"supporting_text": ("Aspirin lowers fever.",)}
    named: dict[str, Value] = {**text, "original_subject": "Aspirin", "original_object": "fever"}
    admission.validate_all([edge("lowers", text), edge("lowers", named)])
    assert [claim.text for claim in written.asked[0]] == ["", "Aspirin lowers fever."]


def test_a_fixed_meaning_against_a_stated_qualifier_is_refused_a_chosen_one_gives_way() -> None:
    stated: dict[str, Value] = {"object_direction_qualifier": "increased"}
    fixed = refused(edge("decreases abundance of", stated), options=FULL)
    assert fixed.code == "BAD_QUALIFIER"
    chosen = one(edge("lowers", stated), options=FULL).assertion
    assert chosen.qualifiers["object_direction_qualifier"] == "increased"


def test_the_intake_counts_claims_and_gives_the_kinds_of_its_nodes() -> None:
    written = Written()
    builder = BatchBuilder(FULL, model(), PhraseMapper(lambda: written))
    builder.pass_over(SourceNode("A:1", ("gene",), PLACE))
    builder.add(2, SourceNode("B:2", ("biolink:Disease",), PLACE, "b"))
    relations: list[SourceRelation] = [edge("lowers"), claim("lowers"), claim("was given to")]
    for position, relation in enumerate(relations, start=3):
        builder.add(position, relation)
    batch = builder.take_batch()
    assert written.asked[0][0].subject_categories == ("biolink:Gene",)
    assert written.asked[0][0].object_categories == ("biolink:Disease",)
    described = DescribedIds()
    described.add(["A:1"])
    accounted = account(batch, assume_written(batch, described))
    counts, rejected = accounted.counts, accounted.rejects
    assert (counts.read, counts.nodes, counts.edges) == (4, 1, 2)
    assert [(one.position, one.reject.code) for one in rejected] == [(5, "ADMINISTRATIVE")]
    assert [entity.name for entity in batch.named] == ["haloperidol", "prolactin"]


def test_a_claim_survives_the_reject_file() -> None:
    stated = claim("lowers", subject_id="A:1", object_category="gene")
    assert parse_record(serialize_record(stated), PLACE) == stated
