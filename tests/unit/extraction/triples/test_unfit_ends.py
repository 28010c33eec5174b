"""Names that a claim does not speak of where they stand."""

import pytest

from bioloom.extraction.triples.local.unfit_ends import is_unfit_end

GENE, DISEASE, CHEMICAL = "GeneOrGeneProduct", "DiseaseOrPhenotypicFeature", "ChemicalEntity"


@pytest.mark.parametrize(
    ("text", "name", "type_"),
    [
        ("insulin in diabetic rats", "diabetic", DISEASE),
        ("inflammatory cells were", "inflammatory", DISEASE),
        ("pro-inflammatory effects", "inflammatory", DISEASE),
        ("the Beck Depression Inventory", "Depression", DISEASE),
        ("the Prostate Symptom Score fell", "Prostate Symptom", DISEASE),
        ("among CD4(+) T cells", "CD4", GENE),
        ("CD4+CD25++ T cells", "CD4", GENE),
        ("CD34+ progenitors", "CD34", GENE),
        ("insulin-positive cells", "insulin", GENE),
        ("the DD genotype of ACE", "DD", DISEASE),
        ("a glucose-lowering therapy", "glucose", CHEMICAL),
        ("phencyclidine (PCP)-like behaviour", "PCP", CHEMICAL),
        ("the C-terminal domain", "C", CHEMICAL),
        ("after laparoscopy the", "laparoscopy", DISEASE),
        ("a prophylactic dose", "prophylactic", CHEMICAL),
    ],
)
def test_something_else_is_meant(text: str, name: str, type_: str) -> None:
    start = text.index(name)
    assert is_unfit_end(text, start, start + len(name), type_)


@pytest.mark.parametrize(
    ("text", "name", "type_"),
    [
        ("anti-inflammatory effects", "inflammatory", DISEASE),
        ("the inflammatory response", "inflammatory", DISEASE),
        ("antihypertensive", "hypertensive", CHEMICAL),
        ("NAD(+) and", "NAD(+)", CHEMICAL),
        ("Ca(2+) entry", "Ca", CHEMICAL),
        ("Na+ and K+ channels", "Na", CHEMICAL),
        ("TNF+IFN treatment", "TNF", GENE),
        ("HER2-positive breast cancer", "HER2", GENE),
        ("depression scores rose", "depression", DISEASE),
        ("the APOE genotype", "APOE", GENE),
        ("glucose-induced insulin", "glucose", CHEMICAL),
        ("diabetes in rats", "diabetes", DISEASE),
    ],
)
def test_the_name_itself_is_meant(text: str, name: str, type_: str) -> None:
    start = text.index(name)
    assert not is_unfit_end(text, start, start + len(name), type_)
