"""Local identities: the same for the same name, never shared by different ones."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.biolink import model
from bioloom.grounding import MINTED_TYPES, mint, minted_name, unmint
from bioloom.grounding.name_normalization import singular
from bioloom.resources import read_table
from bioloom.standardization.sssom import read_mappings

CURIE = re.compile(r"bioloom:[a-z%0-9A-F_-]+\.[A-Za-z0-9.%~_-]+")


@pytest.mark.parametrize(
    ("name", "native_type", "wanted"),
    [
        ("Lysis  Buffer", "blend", "bioloom:blend.lysis-buffer"),
        ("genomic DNA", "nucleic acid", "bioloom:nucleic-acid.genomic-dna"),
        ("1.5 ml tube", "container", "bioloom:container.1.5-ml-tube"),
        ("β-mercaptoethanol", "chemical", "bioloom:chemical.%CE%B2-mercaptoethanol"),
    ],
)
def test_a_curie_is_readable(name: str, native_type: str, wanted: str) -> None:
    assert mint(name, native_type, "biolink:NamedThing").id == wanted


def test_spellings_of_one_name_share_an_identity_and_types_part_them() -> None:
    first, second = (
        mint(name, "blend", "biolink:ChemicalMixture") for name in ("Wash-Buffer", "wash buffer")
    )
    assert first == second
    assert mint("wash buffer", "chemical", "biolink:ChemicalEntity").id != first.id


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cells", "Cell"),
        ("E. coli cultures", "E. coli culture"),
        ("PCR products", "PCR product"),
        ("siRNAs", "siRNA"),
    ],
)
def test_singular_and_plural_share_an_identity(one: str, other: str) -> None:
    first, second = (mint(name, "cell", "biolink:Cell") for name in (one, other))
    assert first == second


@pytest.mark.parametrize(
    "name", ["HEPES", "hepes", "GAPDHS", "C. elegans", "forceps", "glass", "PBS", "Tris"]
)
def test_words_that_end_in_s_without_being_plurals_stay(name: str) -> None:
    assert minted_name(name).endswith("s")


def test_an_identity_of_a_plural_that_an_older_version_made_is_read() -> None:
    entity = unmint("bioloom:cell.cells", "biolink:Cell")
    assert entity is not None
    assert (entity.id, entity.name) == ("bioloom:cell.cells", "cells")


def test_a_singular_is_no_plural_of_another_word() -> None:
    for row in read_table("grounding/plurals.tsv"):
        assert singular(row["singular"]) == row["singular"]


def test_long_names_stay_short_and_apart() -> None:
    long, longer = (mint("ß " * n, "chemical", "biolink:ChemicalEntity") for n in (500, 501))
    assert long.id != longer.id
    assert len(longer.id) < 120


def test_a_name_without_any_word_still_has_an_identity() -> None:
    assert CURIE.fullmatch(mint("+++", "chemical", "biolink:ChemicalEntity").id)


@given(st.text(max_size=200), st.text(max_size=200))
def test_identities_are_valid_and_equal_exactly_when_the_minted_names_are(one: str, other: str) -> None:
    first, second = (mint(name, "chemical", "biolink:ChemicalEntity") for name in (one, other))
    assert CURIE.fullmatch(first.id)
    assert len(first.id) < 120
    assert (first.id == second.id) == (minted_name(one) == minted_name(other))


def test_minted_types_are_types_of_the_scheme_with_a_category() -> None:
    mappings = read_mappings("biopie/entities.sssom.tsv")
    for native_type in MINTED_TYPES:
        assert model().is_category(mappings[native_type].object_id)
