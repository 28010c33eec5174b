"""The vocabularies: every predicate of the release described, in words, and nothing out of date."""

import re
from collections import Counter

import pytest

from bioloom.biolink import PINNED, model
from bioloom.errors import OntologyError, UsageError
from bioloom.resources import read_table, text
from bioloom.standardization.relate.vocabulary import vocabulary
from bioloom_lab.maintenance.predicate_descriptors import compiled, mapping_words, sentences


@pytest.fixture(scope="module")
def fresh() -> dict[str, str]:
    return dict(compiled())


@pytest.mark.parametrize("name", ["biolink.keys.tsv", "biolink.descriptors.tsv", "chemprot.descriptors.tsv"])
def test_the_tables_are_what_the_release_says(fresh: dict[str, str], name: str) -> None:
    assert text("ontology", f"relate/{name}") == fresh[name], (
        "run: python -m bioloom_lab.maintenance.predicate_descriptors ontology/relate"
    )


def test_every_predicate_of_the_release_is_a_key() -> None:
    keys = set(vocabulary().keys)
    replaced = {row["predicate"] for row in read_table("relate/biolink.replaced.tsv")}
    assert set(model().predicates()) - keys == replaced
    assert all(model().is_deprecated(predicate) for predicate in replaced)
    assert vocabulary().release == PINNED


def test_targets_are_canonical_predicates_of_the_release() -> None:
    for name in ("biolink", "chemprot"):
        for key in vocabulary(name).keys:
            target = vocabulary(name).target(key)
            assert model().canonical(target.predicate) == (target.predicate, False), key
            assert model().qualifier_fault(target.qualifiers) is None, key


@pytest.mark.parametrize(
    ("key", "predicate", "aspect", "direction", "swapped"),
    [
        ("biolink:treats", "biolink:treats", None, None, False),
        ("biolink:treated_by", "biolink:treats", None, None, True),
        ("increases abundance of", "biolink:affects", "abundance", "increased", False),
        ("activity decreased by", "biolink:affects", "activity", "decreased", True),
        (
            "entity negatively regulates entity",
            "biolink:regulates",
            "activity_or_abundance",
            "downregulated",
            False,
        ),
    ],
)
def test_a_key_stands_for(
    key: str, predicate: str, aspect: str | None, direction: str | None, swapped: bool
) -> None:
    target = vocabulary().target(key)
    assert (target.predicate, target.swapped) == (predicate, swapped)
    assert target.qualifiers.get("object_aspect_qualifier") == aspect
    assert target.qualifiers.get("object_direction_qualifier") == direction


def test_an_unknown_key_or_vocabulary_is_a_plain_error() -> None:
    with pytest.raises(OntologyError, match="biolink:frobnicates"):
        vocabulary().target("biolink:frobnicates")
    with pytest.raises(UsageError, match="biolink and chemprot"):
        vocabulary("mesh")


def test_descriptors_are_words_and_no_text_stands_twice_under_a_key() -> None:
    for name in ("biolink", "chemprot"):
        described = vocabulary(name).descriptors
        assert max(Counter((each.key, each.text.casefold()) for each in described).values()) == 1
        assert all(re.search(r"[a-zA-Z]{2}", each.text) for each in described)
        assert not any("\t" in each.text or "\n" in each.text for each in described)


def test_chemprot_has_the_published_number_of_descriptors_of_each_predicate() -> None:
    counts = Counter(each.key for each in vocabulary("chemprot").descriptors if not each.negated)
    assert counts == {
        "substrate": 6,
        "agonist": 5,
        "upregulator": 4,
        "downregulator": 4,
        "regulator": 3,
        "part of": 2,
        "antagonist": 2,
        "modulator": 2,
        "cofactor": 2,
    }


@pytest.mark.parametrize(
    ("term", "words"),
    [
        ("CTD:increases_ADP-ribosylation", "increases ADP-ribosylation"),
        ("REPODB:clinically_tested_approved_phase_4", "clinically tested approved phase 4"),
        ("UBERON:synapsedBy", "synapsed by"),
        ("ORDO:Orphanet_317348", None),
        ("NCIT:R100", None),
        ("MESH:RO", None),
        ("GOREL:0001006", None),
    ],
)
def test_terms_of_other_vocabularies_count_if_they_carry_words(term: str, words: str | None) -> None:
    assert mapping_words(term) == words


def test_advice_on_modelling_is_no_descriptor() -> None:
    treats = next(iter(sentences(model().description("biolink:treats"))))
    assert treats.startswith("Holds between an intervention")
    assert list(sentences(model().description("biolink:treats"))) == [treats]
    assert list(sentences("")) == []
