"""What the terms of a query stand for, by the pinned Biolink release."""

import pytest

from bioloom.biolink import model
from bioloom.exchange.trapi.term_resolution import directions, qualifier_meaning, turned


@pytest.mark.parametrize(
    ("predicate", "out", "into"),
    [
        ("treats", "biolink:treats", None),
        ("treated_by", None, "biolink:treats"),
        ("interacts_with", "biolink:physically_interacts_with", "biolink:physically_interacts_with"),
        ("disease_has_location", "biolink:disease_has_location", "biolink:location_of_disease"),
        ("treats_or_applied_or_studied_to_treat", "biolink:ameliorates_condition", None),
    ],
)
def test_a_predicate_is_answered_from_either_end(predicate: str, out: str | None, into: str | None) -> None:
    found = directions((f"biolink:{predicate}",), model())
    assert not found.any
    assert (out in found.out) if out else not found.out
    assert (into in found.into) if into else not found.into


def test_what_answers_a_predicate_lies_below_it_or_is_an_inverse_of_that() -> None:
    biolink = model()
    for predicate in biolink.predicates():
        stated, swapped = biolink.canonical(predicate)
        below = {stated, *(one for one in biolink.predicates() if stated in biolink.ancestors(one))}
        found = directions((predicate,), biolink)
        for term in found.out | found.into:
            assert term in below or biolink.inverse(term) in below, (predicate, term)
            assert not biolink.canonical(term)[1]
        assert stated in (found.into if swapped else found.out)


def test_what_was_only_studied_does_not_treat() -> None:
    for predicate in ("biolink:treats", "biolink:treated_by"):
        found = directions((predicate,), model())
        assert "biolink:studied_to_treat" not in found.out | found.into


def test_no_predicate_is_every_predicate() -> None:
    assert directions((), model()).any
    assert directions(("biolink:related_to",), model()).any


def test_values_of_qualifiers_have_values_below_them() -> None:
    aspects = qualifier_meaning("object_aspect_qualifier", "activity_or_abundance", model())
    assert {"activity", "abundance", "expression", "synthesis"} <= set(aspects)
    assert qualifier_meaning("species_context_qualifier", "NCBITaxon:9606", model()) == ("NCBITaxon:9606",)
    assert "biolink:causes" in qualifier_meaning("qualified_predicate", "biolink:causes", model())


def test_a_symmetric_predicate_of_qualifiers_is_its_own_inverse() -> None:
    same = {"qualified_predicate": "biolink:correlated_with"}
    assert turned(same, model()) == same
