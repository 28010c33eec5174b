"""What a name may be read as, and what kinds of things agree."""

import pytest

from bioloom.biolink import model
from bioloom.grounding.category_compatibility import fit
from bioloom.grounding.modifier_stripping import head_substances
from bioloom.grounding.name_normalization import key
from bioloom.grounding.name_variants import is_general, name_variants
from bioloom.grounding.string_similarity import edits, is_misspelling
from bioloom.resources import read_table
from bioloom_lab.evaluation.protocol_ie.annotation_schemes import scheme


@pytest.mark.parametrize(
    ("reagent", "head"),
    [
        ("70% ethanol", "ethanol"),
        ("70 % (v/v) ethanol", "ethanol"),
        ("ice-cold PBS", "PBS"),
        ("1 M Tris-HCl (pH 8.0)", "Tris-HCl"),
        ("Tris-HCl, pH 8", "Tris-HCl"),
        ("NaCl solution", "sodium chloride"),
        ("5-10 µg/ml ampicillin stock solution", "ampicillin"),
        ("sterile molecular grade water", "water"),
        ("nuclease-free H2O", "water"),
        ("liquid nitrogen", "nitrogen"),
        ("1x TE", "TE"),
        ("ddH2O", "water"),
        ("formamide 50%", "formamide"),
        ("Ca2 +", "calcium"),
        ("1 mM Mg(2+)", "magnesium"),
    ],
)
def test_a_reagent_comes_down_to_its_substance(reagent: str, head: str) -> None:
    assert list(head_substances(reagent))[-1] == head


@pytest.mark.parametrize(
    "reagent",
    [
        "ethanol:water",
        "DNA + dye",
        "atom 15N",
        "CTAB/NaCl solution",
        "phenol and chloroform",
        "70% ethanol in water",
        "solution",
        "ice-cold",
        "10 mM",
        "wash buffer",
        "2-mercaptoethanol",
        "5-fluorouracil",
        "",
        "pH 8.0",
    ],
)
def test_other_names_have_no_head(reagent: str) -> None:
    assert list(head_substances(reagent)) == []


def test_a_prefix_of_numbers_belongs_to_the_substance() -> None:
    assert list(head_substances("2 M 2-mercaptoethanol")) == ["2-mercaptoethanol"]
    assert list(head_substances("4% paraformaldehyde")) == ["paraformaldehyde"]


def test_general_words_are_general_in_the_plural_and_behind_modifiers() -> None:
    assert is_general("Samples")
    assert is_general("wash buffer")
    assert not is_general("PBS")
    assert [one.text for one in name_variants("cold buffer", ("biolink:ChemicalEntity",))] == ["cold buffer"]


def test_a_symbol_may_be_spelt_as_a_word_is() -> None:
    assert is_general("set")
    assert not is_general("SET")
    assert not is_general("set", ("biolink:Gene",))
    assert is_general("cells", ("biolink:Gene",))


def test_the_long_form_is_read_for_the_short_one_and_what_follows_it() -> None:
    known = {"TNF": "tumor necrosis factor", "MAPKs": "mitogen-activated protein kinases"}
    assert [one.text for one in name_variants("TNF-α", (), known)] == ["TNF-α", "tumor necrosis factor-α"]
    assert name_variants("MAPK", (), known)[1].text == "mitogen-activated protein kinases"
    assert len(name_variants("TNFR", (), known)) == 1


@pytest.mark.parametrize(
    ("named", "entity", "expected"),
    [
        ("biolink:Gene", "biolink:Gene", "same"),
        ("biolink:GeneOrGeneProduct", "biolink:Gene", "same"),
        ("biolink:SmallMolecule", "biolink:ChemicalEntity", "wider"),
        ("biolink:Protein", "biolink:Gene", "joined"),
        ("biolink:ChemicalEntity", "biolink:Gene", "joined by words"),
        ("biolink:Disease", "biolink:PhenotypicFeature", "joined"),
        ("biolink:Device", "biolink:Drug", "none"),
        ("biolink:Disease", "biolink:Gene", "none"),
        ("biolink:Gene", "biolink:Disease", "none"),
        ("biolink:Cell", "biolink:Drug", "none"),
        ("biolink:NamedThing", "biolink:Drug", "same"),
        ("biolink:Drug", "biolink:NamedThing", "wider"),
        ("no:category", "biolink:Drug", "same"),
    ],
)
def test_categories_agree_by_ancestry_and_table(named: str, entity: str, expected: str) -> None:
    assert fit((named,), (entity,)) == expected


def test_a_source_that_lists_all_ancestors_says_no_more_than_the_lowest() -> None:
    listed = ("biolink:Gene", *model().ancestors("biolink:Gene"))
    assert fit(("biolink:Disease",), listed) == "none"


def test_every_minted_kind_of_a_protocol_agrees_with_its_own_category() -> None:
    for kind in scheme("biopie").entity_types.values():
        assert fit((kind.category,), (kind.category,)) == "same"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("doxorubicine", "doxorubicin", True),
        ("Streptozotocine", "streptozotocin", True),
        ("hypertension", "hypotension", False),
        ("IL-12", "IL-13", False),
        ("caspase 3 inhibitor", "caspase 8 inhibitor", False),
        ("insulin", "inulin", False),
        ("cell", "call", False),
    ],
)
def test_misspellings(one: str, other: str, same: bool) -> None:
    assert is_misspelling(one, other) is same
    assert is_misspelling(other, one) is same


def test_edits_are_counted_and_given_up() -> None:
    assert edits("kitten", "sitting", 3) == 3
    assert edits("kitten", "sitting", 2) is None
    assert edits("", "", 0) == 0


@pytest.mark.parametrize("table", ["adjectives", "reagents"])
def test_tables_say_each_thing_once(table: str) -> None:
    rows = [tuple(row.values()) for row in read_table(f"grounding/{table}.tsv")]
    assert len({row[0] for row in rows}) == len(rows)
    assert all(key(name) for row in rows for cell in row for name in cell.split("|"))


def test_no_general_word_is_listed_twice() -> None:
    words = [key(word) for row in read_table("grounding/stop.tsv") for word in row["words"].split("|")]
    assert sorted({word for word in words if words.count(word) > 1}) == []
