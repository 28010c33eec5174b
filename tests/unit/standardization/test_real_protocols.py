"""The demo's real protocols: all accounted for, valid in Biolink, their values read."""

from collections import Counter
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions, StandardDocument
from bioloom.standardization import standardize
from bioloom_lab.evaluation.protocol_ie.annotation_schemes import scheme

PROTOCOLS = Path(__file__).parents[3] / "loaders" / "demo" / "wlp"
Pairs = list[tuple[AnnotatedDocument, StandardDocument]]


@pytest.fixture(scope="module")
def pairs() -> Pairs:
    records = loader_for(PROTOCOLS).records(PROTOCOLS, LoadOptions())
    return [(one, standardize(one, model())) for one in records if isinstance(one, AnnotatedDocument)]


def test_every_mention_and_relation_is_accounted_for(pairs: Pairs) -> None:
    for before, after in pairs:
        stated = [a for a in after.assertions if not a.properties.get("derived")]
        left_out = sum(skip.count for skip in after.skips) + len(after.rejects)
        brought = sum(skip.count for skip in before.skips) + len(before.rejects)
        given = len(before.mentions) + len(before.relations) + brought
        assert given == len(after.mentions) + len(stated) + left_out, before.document.id


def test_types_relations_and_edges_are_those_of_the_two_models(pairs: Pairs) -> None:
    biopie = scheme("biopie")
    for _, after in pairs:
        categories = {mention.id: mention.category or "" for mention in after.mentions}
        assert {mention.native_type for mention in after.mentions} <= set(biopie.entity_types)
        for a in after.assertions:
            assert a.properties["original_predicate"] in {*biopie.relations, "product"}
            ends = [categories[a.subject]], a.predicate, [categories[a.object]]
            assert model().signature_fault(*ends) is None
            assert model().canonical(a.predicate) == (a.predicate, False)


def test_spans_stay_exact_and_ids_distinct(pairs: Pairs) -> None:
    ids: Counter[str] = Counter()
    for _, after in pairs:
        for mention in after.mentions:
            assert after.document.text[mention.start : mention.end] == mention.text
        ids.update(a.id for a in after.assertions)
        minted = {entity.id for entity in after.entities}
        assert {mention.entity_id for mention in after.mentions} - {None} == minted
    assert max(ids.values()) == 1


@pytest.mark.parametrize("annotated", ["Time", "Temperature", "Amount", "Speed", "Concentration"])
def test_values_with_a_digit_are_read(pairs: Pairs, annotated: str) -> None:
    mentions = [
        mention
        for _, after in pairs
        for mention in after.mentions
        if mention.annotated_type == annotated and any(sign.isdigit() for sign in mention.text)
    ]
    read = sum(mention.quantity is not None for mention in mentions)
    assert read / len(mentions) > 0.93


def test_steps_form_a_chain_a_protocol_with_few_branches(pairs: Pairs) -> None:
    edges = forks = 0
    for _, after in pairs:
        starts = {mention.id: mention.start for mention in after.mentions}
        derived = [a for a in after.assertions if a.properties.get("derived")]
        order = [a for a in derived if a.predicate == "biolink:precedes"]
        assert all(starts[a.subject] < starts[a.object] for a in order)
        assert len({a.object for a in order}) == len(order)
        edges += len(order)
        forks += len(order) - len({a.subject for a in order})
    assert edges > 500
    assert 0 < forks < edges / 50
