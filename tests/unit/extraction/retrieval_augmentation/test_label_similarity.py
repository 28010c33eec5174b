"""Every label of the schemes has a description of its own (SPEC P3, P6)."""

import pytest

from bioloom.extraction.retrieval_augmentation.label_similarity import describe, descriptions
from bioloom.standardization.sssom import read_mapping_set

SCHEMES = {"git": 22, "chemprot": 14, "ddi": 5, "biored": 9, "ade": 2}


@pytest.mark.parametrize(("scheme", "count"), SCHEMES.items())
def test_descriptions_are_whole_and_tell_labels_apart(scheme: str, count: int) -> None:
    found = descriptions(scheme)
    assert len(found) == count
    assert len(set(found.values())) == count
    assert all(len(text.split()) >= 5 and text[0].islower() for text in found.values())


@pytest.mark.parametrize(("scheme", "table"), [("git", "semmeddb"), ("ddi", "ddi"), ("biored", "biored")])
def test_every_mapped_relation_is_described(scheme: str, table: str) -> None:
    mapped = {
        row.subject_label.casefold() for row in read_mapping_set(f"{table}/relations.sssom.tsv").mappings
    }
    assert mapped - descriptions(scheme).keys() == set()
    assert descriptions(scheme).keys() - mapped <= {"none"}


def test_the_five_labels_of_chemprot_sentences_are_described() -> None:
    five = ("DOWNREGULATOR", "ACTIVATOR", "PRODUCT-OF", "ANTAGONIST", "AGONIST")
    assert all(describe(label, "chemprot") != describe(label) for label in five)


def test_a_label_brings_its_scheme_along_and_an_unknown_one_is_spelled() -> None:
    assert describe("git/TREATS") == describe("TREATS", "git")
    assert describe("ddi/None") == describe("none", "ddi")
    assert describe("UNHEARD_OF", "git") == describe("UNHEARD_OF", "no-such-scheme") == "unheard of"
    assert describe("a/b/LABEL") == "label"
