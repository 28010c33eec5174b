"""The curated tables: every row must mean something to the program."""

import pytest

from bioloom.errors import OntologyError
from bioloom.resources import read_table
from bioloom.standardization import lexicon, units
from bioloom.standardization.sssom import read_mappings


def test_every_unit_measures_something_known() -> None:
    for row in read_table("units/units.tsv"):
        for symbol in row["symbol"].split("|"):
            assert units.unit_named(symbol, row["kind"]) is not None, symbol


def test_every_convention_and_number_word_is_readable() -> None:
    for row in read_table("units/phrases.tsv"):
        assert units.unit_named(row["unit"], row["kind"]) is not None, row["phrase"]
    assert all(float(row["value"]) for row in read_table("units/numbers.tsv"))
    assert {row["bound"] for row in read_table("units/bounds.tsv")} == {"about", "min", "max", ""}


def test_word_lists_name_only_types_of_the_two_schemes() -> None:
    biopie, wlp = read_mappings("biopie/entities.sssom.tsv"), read_mappings("wlp/entities.sssom.tsv")
    for row in read_table("wlp/lexicon.tsv"):
        assert row["biopie"] in biopie, row["biopie"]
        assert row["group"] in wlp, row["group"]


@pytest.mark.parametrize(
    ("group", "text", "wanted"),
    [
        ("Reagent", "samples", "cell"),
        ("Reagent", "Lysis Buffer B", "blend"),
        ("Reagent", "PCR products", "blend"),
        ("Reagent", "genomic DNA", "nucleic acid"),
        ("Reagent", "Taq DNA polymerase", "protein"),
        ("Reagent", "pellet of cells", "biomaterial"),
        ("Reagent", "agarose gel", "polymer"),
        ("Reagent", "70% ethanol", "chemical"),
        ("Reagent", "lymph nodes", "organ"),
        ("Reagent", "mice", "animal"),
        ("Location", "1.5 ml microcentrifuge tube", "container"),
        ("Location", "ice", "environment"),
        ("Location", "bottom of the tube", "position"),
        ("Location", "magnetic rack", "device"),
        ("Device", "0.2 µm syringe filter", "consumable"),
        ("Device", "ImageJ software", "software"),
        ("Method", "DNA extraction", "process"),
        ("Modifier", "gently", "method"),
        ("Seal", "aluminium foil", "consumable"),
        ("Reagent", "", None),
        ("Reagent", "%%%", None),
    ],
)
def test_words_decide_the_type(group: str, text: str, wanted: str | None) -> None:
    assert lexicon.classify("wlp/lexicon.tsv", group, text) == wanted


def test_an_unknown_word_list_is_named() -> None:
    with pytest.raises(OntologyError, match="no list 'nothing'"):
        lexicon.word_list("wlp/words.tsv", "nothing")
