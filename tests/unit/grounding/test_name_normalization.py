"""Names that mean one thing share a key, names that mean two never do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.grounding.name_normalization import (
    LONGEST_NAME,
    digits,
    is_short_form,
    key,
    keys,
    name_keys,
    surface,
)
from bioloom.resources import read_table


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("TNFα", "TNF-alpha"),
        ("TNF α", "tnf alpha"),
        ("NF-κB", "NF kappa B"),
        ("ＩＬ－２", "IL-2"),
        ("Ca²⁺", "Ca2+"),
        ("oestrogen sulphotransferase", "Estrogen Sulfotransferase"),
        ("haemoglobin", "hemoglobin"),
        ("tumour necrosis factor", "tumor necrosis factor"),
        ("oedema", "edema"),
        ("leucocyte", "leukocyte"),
        ("type II diabetes", "Type 2 diabetes"),
        ("factor VIII", "factor 8"),
        ("type X collagen", "type 10 collagen"),
        ("Alzheimer’s disease", "Alzheimer disease"),
        ("Sjögren's syndrome", "Sjogren syndrome"),
        ("phosphate-buffered saline", "Phosphate Buffered  Saline"),
        ("angiotensin-converting enzyme", "angiotensin converting enzyme"),
        ("3,4-dihydroxyphenylalanine", "3, 4-dihydroxyphenylalanine"),
    ],
)
def test_spellings_of_one_name_share_a_key(one: str, other: str) -> None:
    assert key(one) == key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("IL-1", "IL-11"),
        ("IL-1 1", "IL-11"),
        ("p21", "P2 1"),
        ("vitamin D2", "vitamin D3"),
        ("CD4+", "CD4"),
        ("CD4+", "CD4-"),
        ("Ca2+", "Ca"),
        ("Cl-", "CL"),
        ("D-glucose", "L-glucose"),
        ("(+)-catechin", "(-)-catechin"),
        ("2,4-D", "24-D"),
        ("5'-nucleotidase", "5-nucleotidase"),
        ("2'-deoxyadenosine", "2-deoxyadenosine"),
        ("70% ethanol", "70 ethanol"),
        ("fragile X", "fragile 10"),
        ("trisomy X", "trisomy 10"),
        ("PAED", "PED"),
        ("TAE", "TE"),
        ("14C", "C"),
    ],
)
def test_names_of_different_things_do_not(one: str, other: str) -> None:
    assert key(one) != key(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("protein kinases", "protein kinase"),
        ("MAPKs", "MAPK"),
        ("Mice", "mouse"),
        ("antibodies", "antibody"),
        ("metastases", "metastasis"),
        ("polymerase chain reaction (PCR)", "polymerase chain reaction"),
        ("hepatocyte nuclear factor (HNF)-6", "hepatocyte nuclear factor-6"),
        ("the liver", "liver"),
        ("Neoplasms, Breast", "breast neoplasm"),
        ("Leukemia, Myelogenous, Chronic", "chronic myelogenous leukaemia"),
    ],
)
def test_a_further_key_is_that_of_the_other_name(name: str, other: str) -> None:
    assert key(other) in keys(name)
    assert key(other) != key(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("insulin (human)", "insulin"),
        ("lead(2+)", "lead"),
        ("KRAS", "KRA"),
        ("AIDS", "AID"),
        ("A kinase anchor protein", "kinase anchor protein"),
        ("virus", "viru"),
        ("2,4-D", "D 2,4"),
    ],
)
def test_what_only_looks_like_a_suffix_stays(name: str, other: str) -> None:
    assert key(other) not in keys(name)


@pytest.mark.parametrize("name", ["", " ", "-", "()", "'", "\u200b", "…"])
def test_a_name_without_letters_and_digits_has_no_key(name: str) -> None:
    assert keys(name) == ()


def test_other_scripts_keep_their_letters() -> None:
    assert key("葡萄糖") == "葡萄糖"
    assert key("глюкоза") != key("инсулин")


def test_a_text_is_no_name() -> None:
    assert key("a" * LONGEST_NAME)
    assert key("a" * (LONGEST_NAME + 1)) == ""
    assert keys("a, " * 5_000) == ()
    assert keys("(" * LONGEST_NAME) == ()


@given(st.text(max_size=80))
def test_a_key_is_its_own_key_or_empty_and_any_text_has_one(name: str) -> None:
    for found in keys(name):
        assert found
        assert " " not in found
        assert "-" not in found
    assert keys(name)[:1] == ((key(name),) if key(name) else ())


@given(st.text(alphabet="abcXYZ0123 -'()+αβ", max_size=30))
def test_spaces_and_case_around_a_name_change_nothing(name: str) -> None:
    assert key(f"  {name}\n") == key(name.strip())
    assert key(name.replace("'", "").strip().upper()) == key(name.replace("'", "").strip().lower())


def test_names_of_one_thing_are_filed_once() -> None:
    assert name_keys(["TNF", "tnf", "TNF-α", "TNFalpha"]) == ("tnf", "tnfalpha")


def test_the_surface_keeps_case() -> None:
    assert surface(" NO\u00a0synthase ") == "NO synthase"
    assert surface("no") != surface("NO")


def test_numbers_are_told_apart_wherever_they_stand() -> None:
    assert digits("IL-12 p40") == ("12", "40")
    assert digits("factor VIII") == digits("factor 8")


def test_a_short_form_starts_where_its_long_form_starts_a_word() -> None:
    assert is_short_form("TNF", "tumor necrosis factor")
    assert not is_short_form("TNF", "interleukin")
    assert not is_short_form("mouse", "insulin")


@pytest.mark.parametrize("table", ["plurals", "spellings"])
def test_tables_are_sorted_without_doubles(table: str) -> None:
    words = [next(iter(row.values())) for row in read_table(f"grounding/{table}.tsv")]
    assert words == sorted(set(words))


def test_no_spelling_is_made_again_by_another() -> None:
    rows = list(read_table("grounding/spellings.tsv"))
    for row in rows:
        assert len(row["british"]) >= 4
        assert key(f"xxx{row['american']}xxx") == key(f"xxx{row['british']}xxx"), row
